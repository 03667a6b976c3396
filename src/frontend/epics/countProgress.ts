import type { Card } from '@/frontend/api/outputs';
import type { ProgressPart } from '@/frontend/ui/ProgressBar';
import { taskLook } from '@/frontend/ui/state';

const PARTS = [
  { state: 'done', word: 'merged' },
  { state: 'review', word: 'in review' },
  { state: 'working', word: 'in progress' },
  { state: 'blocked', word: 'blocked' },
  { state: 'failed', word: 'failed' },
  { state: 'idle', word: 'waiting' },
] as const;

/**
 * How far the subtasks of an epic are. A pause or a question holds work up and takes none of it back, so each counts by
 * its own state. What was cancelled will not be merged any more and does not count.
 */
export function countProgress(subtasks: readonly Pick<Card, 'state'>[]): ProgressPart[] {
  const looks = subtasks
    .filter(({ state }) => state !== 'CANCELLED')
    .map(({ state }) => taskLook[state].state);
  return PARTS.map((part) => ({ ...part, count: looks.filter((look) => look === part.state).length }));
}
