import type { PullRequest } from '@/frontend/api/outputs';
import type { Look } from '@/frontend/ui/state';

export const pullLook: Record<PullRequest['state'], Look> = {
  OPEN: { state: 'review', word: 'open' },
  MERGED: { state: 'done', word: 'merged' },
  CLOSED: { state: 'idle', word: 'closed' },
};
