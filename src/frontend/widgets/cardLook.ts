import type { Card } from '@/frontend/api/outputs';
import { type Look, taskLook } from '@/frontend/ui/state';

/** The look of a task: its state, except where a question, a pause or a plan to approve holds it up. */
export function cardLook(card: Pick<Card, 'state' | 'column' | 'words'>): Look {
  const { state } = taskLook[card.state];
  if (card.column === 'review') return { state: 'review', word: card.words };
  const held = card.column === 'blocked' && state !== 'failed';
  return { state: held ? 'blocked' : state, word: card.words };
}
