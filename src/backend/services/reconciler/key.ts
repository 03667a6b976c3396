/** What the reconciler works on: an identity, never an event. Nothing but the kind and the id is in it. */
export type KeyKind = 'task' | 'worktree' | 'agent' | 'merge' | 'project' | 'system';
export type Key = `${Exclude<KeyKind, 'system'>}:${string}` | 'system';

export const keyOf = {
  task: (id: string): Key => `task:${id}`,
  worktree: (taskId: string): Key => `worktree:${taskId}`,
  agent: (id: string): Key => `agent:${id}`,
  merge: (epicId: string): Key => `merge:${epicId}`,
  project: (id: string): Key => `project:${id}`,
};

const SHAPE = /^(task|worktree|agent|merge|project):([^:]+)$/;

export type ParsedKey = { kind: 'system' } | { kind: Exclude<KeyKind, 'system'>; id: string };

/** Null for what is not a key, such as a row that a later version wrote. */
export function parseKey(text: string): ParsedKey | null {
  if (text === 'system') return { kind: 'system' };
  const [, kind, id = ''] = text.match(SHAPE) ?? [];
  switch (kind) {
    case 'task':
    case 'worktree':
    case 'agent':
    case 'merge':
    case 'project':
      return { kind, id };
    default:
      return null;
  }
}

export function formatKey(key: ParsedKey): Key {
  return key.kind === 'system' ? 'system' : `${key.kind}:${key.id}`;
}
