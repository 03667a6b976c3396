import type { Conversation, Turn } from '../model/conversation';

/** A message of the factory, whichever way it came: typed, or in the answer to a hook. */
export function isMessage(turn: Turn): boolean {
  return turn.kind === 'user' && turn.text.includes('[factory:');
}

/** The last thing that asks for an answer. Reminders of the program itself do not. */
export function lastAction(known: Conversation): Turn | null {
  return known.turns.findLast((turn) => turn.kind === 'tool_result' || isMessage(turn)) ?? null;
}
