import type { VisualState } from '@/frontend/ui/state';

/** The look of what was told, the same where it pops up and in the list of it. */
export function noticeState(kind: string): VisualState {
  if (kind === 'merged') return 'done';
  if (kind === 'final_pr') return 'review';
  return kind.includes('fail') ? 'failed' : 'blocked';
}
