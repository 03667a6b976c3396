import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider, TypedLine } from '@/backend/agents/providers/provider';
import { elapsedMs } from '@/backend/domain/time/elapsed';
import type { Deps } from '../deps';

/** So long after the last key a person may still be in the middle of a word. */
const TYPING_MS = 5_000;
/** A menu that they opened stays theirs for so long; it must not be for ever, as a program may just look new to us. */
const MENU_MS = 10 * 60_000;
const REDRAWN_MS = 150;

export type Line = TypedLine & {
  typedAt: Date | null;
  beingTyped: boolean;
  /** Something else than the line is shown, and a person was at the keys: Enter would choose in their place. */
  inMenu: boolean;
};

/**
 * What stands in the line of an idle agent's terminal, and whether somebody writes in it at this moment. A notice or a
 * menu that the program has put over it by itself is left first: Enter would answer it with whatever stands on top.
 */
export async function lookAtLine(
  deps: Pick<Deps, 'tmux' | 'clock'>,
  input: { name: string; provider: Provider; leaveModes?: boolean },
): Promise<Line> {
  const line = await look(deps, input);
  const { leaveMenuKey } = input.provider;
  if (line.text !== 'unknown' || line.inMenu || leaveMenuKey === null) return line;
  await deps.tmux.sendKeys({ name: input.name, keys: [leaveMenuKey] });
  await sleep(REDRAWN_MS);
  return look(deps, input);
}

async function look(
  deps: Pick<Deps, 'tmux' | 'clock'>,
  input: { name: string; provider: Provider; leaveModes?: boolean },
): Promise<Line> {
  const view = await deps.tmux.viewForTyping({ name: input.name, leaveModes: input.leaveModes ?? false });
  const typedAt = view.lastKeyAt;
  const sinceMs = typedAt === null ? Number.POSITIVE_INFINITY : elapsedMs(typedAt, deps.clock());
  const line = input.provider.readLine(view);
  const inMenu = line.text === 'unknown' && sinceMs < MENU_MS;
  return { ...line, typedAt, beingTyped: sinceMs < TYPING_MS, inMenu };
}

/**
 * Sets aside what a person has begun to write, so that a message is not glued to it; the program puts it back by
 * itself once the message is sent. Null: not now, because they are writing, or it cannot be done without losing text.
 */
export async function makeRoom(
  deps: Pick<Deps, 'tmux' | 'clock'>,
  input: { name: string; provider: Provider },
): Promise<{ besideDraft: boolean } | null> {
  const { name, provider } = input;
  const line = await lookAtLine(deps, { ...input, leaveModes: true });
  if (line.beingTyped || line.inMenu) return null;
  if (line.text !== 'some') return { besideDraft: line.setAside };
  // There is room for one text only; a second would take the place of the first.
  if (line.setAside) return null;
  await deps.tmux.sendKeys({ name, keys: [provider.setAsideKey] });
  await sleep(REDRAWN_MS);
  const now = await lookAtLine(deps, input);
  return now.text === 'none' ? { besideDraft: now.setAside } : null;
}

/** Nothing was sent after all: the line comes back. */
export async function giveBackLine(
  deps: Pick<Deps, 'tmux'>,
  input: { name: string; provider: Provider },
): Promise<void> {
  await deps.tmux.sendKeys({ name: input.name, keys: [input.provider.setAsideKey] });
}
