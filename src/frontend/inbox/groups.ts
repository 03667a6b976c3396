import type { InboxItem } from '@/frontend/api/outputs';
import type { VisualState } from '@/frontend/ui/state';
import { OTHER_ANSWER } from '@/shared/escalation';

export const GROUPS = [
  { kind: 'review', title: 'Review', state: 'review' },
  { kind: 'question', title: 'Answer', state: 'blocked' },
  { kind: 'plan', title: 'Approve the plan', state: 'review' },
  { kind: 'failed', title: 'Failed or stuck', state: 'failed' },
  { kind: 'mail', title: 'Mail', state: 'idle' },
] as const satisfies readonly { kind: InboxItem['kind']; title: string; state: VisualState }[];

/** The items in the order in which they are shown. */
export function inOrder(items: readonly InboxItem[]): InboxItem[] {
  return GROUPS.flatMap(({ kind }) => items.filter((item) => item.kind === kind));
}

/** Answers that need no words. */
export function offered(item: Extract<InboxItem, { kind: 'question' }>) {
  return item.options.filter((option) => option.value !== OTHER_ANSWER);
}
