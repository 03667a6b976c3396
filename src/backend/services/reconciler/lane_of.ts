import { type Key, parseKey } from './key';

/** Keys of one lane share its places; lanes do not wait for each other. */
export function laneOf(key: Key): string {
  switch (parseKey(key)?.kind) {
    case 'task':
      return 'tasks';
    case 'worktree':
      return 'worktrees';
    case 'agent':
      return 'deliveries';
    case 'merge':
      return 'merges';
    default:
      return 'shared';
  }
}
