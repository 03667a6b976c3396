import { randomBytes } from 'node:crypto';
import { capture } from './capture';
import { paneTarget } from './core/check_input';
import { isNotFound } from './core/failure';
import type { Tmux } from './core/tmux';

/** tmux takes at most 16 KB of arguments; a capture with its separator takes some 150 bytes. */
const AT_ONCE = 50;

/**
 * The screens of several sessions, colours kept, with one call for all of them. tmux stops at the first session that
 * is gone, so after a miss each is asked by itself.
 */
export async function captureScreens(
  tmux: Tmux,
  input: { names: readonly string[] },
): Promise<Map<string, string>> {
  const screens = new Map<string, string>();
  for (let at = 0; at < input.names.length; at += AT_ONCE) {
    const names = input.names.slice(at, at + AT_ONCE);
    const found = (await captureTogether(tmux, names)) ?? (await captureEach(tmux, names));
    for (const [name, screen] of found) screens.set(name, screen);
  }
  return screens;
}

async function captureTogether(tmux: Tmux, names: readonly string[]): Promise<Map<string, string> | null> {
  // No program can know the separator, so none can forge it on its screen.
  const separator = `screen-${randomBytes(12).toString('hex')}`;
  const args = names.flatMap((name) => [
    ...['capture-pane', '-p', '-e', '-t', paneTarget(name), ';'],
    ...['display-message', '-p', separator, ';'],
  ]);
  try {
    const printed = await tmux.call({ args: args.slice(0, -1) });
    const parts = printed.split(`${separator}\n`);
    return new Map(names.map((name, index) => [name, parts[index] ?? '']));
  } catch (thrown) {
    if (isNotFound(thrown)) return null;
    throw thrown;
  }
}

async function captureEach(tmux: Tmux, names: readonly string[]): Promise<Map<string, string>> {
  const screens = new Map<string, string>();
  for (const name of names) {
    try {
      screens.set(name, await capture(tmux, { name, ansi: true }));
    } catch (thrown) {
      if (!isNotFound(thrown)) throw thrown;
    }
  }
  return screens;
}
