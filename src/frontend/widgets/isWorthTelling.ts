import type { TimelineEntry } from '@/frontend/api/outputs';

/** Left out of a story: steps of the machinery that another line tells better. */
export function isWorthTelling({ kind, payload }: Pick<TimelineEntry, 'kind' | 'payload'>): boolean {
  if (kind === 'task.updated') return 'paused' in payload || 'planApproval' in payload;
  if (kind === 'agent.state') return payload.to === 'CRASHED' || payload.executionState === 'CRASHED';
  if (kind === 'execution.state') return payload.state !== 'QUEUED' && payload.state !== 'RUNNING';
  if (kind === 'merge.updated') return payload.state !== 'LANDING';
  return true;
}
