import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import { listProjects, type Project } from '@/backend/resource_accessors/project.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { findTaskAnyway, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '@/backend/services/deps';
import { formatKey, type Key, type ParsedKey } from '@/backend/services/reconciler/key';
import { requireKey } from '@/backend/services/reconciler/require_key';

type Rows = Pick<Deps, 'store'>;

/** By its short name, its id, or the path of its repository. */
export async function findProject(deps: Rows, word: string): Promise<Project> {
  const projects = await listProjects(deps.store, { archived: false });
  const where = path.resolve(word);
  const found = projects.find(
    (project) => project.slug === word || project.id === word || project.repoPath === where,
  );
  if (found !== undefined) return found;
  const names = projects.map((project) => project.slug).join(', ');
  throw new FactoryError(
    'NOT_FOUND',
    `There is no project “${word}”.`,
    names === '' ? 'Add one in the app first.' : `There are: ${names}.`,
  );
}

/** By its id or the first characters of it. */
export async function findTask(deps: Rows, word: string): Promise<Task> {
  const tasks = await listTasks(deps.store, { limit: 100_000 });
  return pickById(tasks, word, { one: 'task', list: 'npm run factory -- tasks' });
}

/** One of some rows by its id or the first characters of it. */
export function pickById<T extends { id: string }>(
  rows: readonly T[],
  word: string,
  words: { one: string; list: string },
): T {
  const found = rows.filter((row) => row.id.startsWith(word));
  const only = found.find((row) => row.id === word) ?? (found.length === 1 ? found[0] : undefined);
  if (only !== undefined) return only;
  throw new FactoryError(
    'NOT_FOUND',
    found.length === 0
      ? `There is no ${words.one} whose id begins with “${word}”.`
      : `${found.length} ${words.one}s begin with “${word}”.`,
    found.length === 0 ? `List them: ${words.list}` : 'Give more of the id.',
  );
}

/** A key of the reconciler as people write it: with the first characters of an id, or the name of what it means. */
export async function findKey(deps: Rows, text: string): Promise<Key> {
  const key = requireKey(text);
  return key.kind === 'system'
    ? 'system'
    : formatKey({ kind: key.kind, id: await FIND[key.kind](deps, key.id) });
}

const FIND: Record<Exclude<ParsedKey['kind'], 'system'>, (deps: Rows, word: string) => Promise<string>> = {
  task: findTaskId,
  worktree: findTaskId,
  merge: async (deps, word) => {
    const task = await findTask(deps, word);
    if (task.parentId === null) return task.id;
    throw new FactoryError(
      'BAD_INPUT',
      `“${task.title}” is a subtask; merges go by epics.`,
      `Ask for its epic: merge:${task.parentId.slice(0, 8)}`,
    );
  },
  project: async (deps, word) => {
    const projects = await listProjects(deps.store, { archived: true });
    const named = projects.find((project) => project.slug === word);
    return (named ?? pickById(projects, word, { one: 'project', list: 'npm run factory -- status' })).id;
  },
  agent: async (deps, word) => {
    const agents = await listAgents(deps.store, { live: true });
    const named = agents.find((agent) => agent.tmuxName === word);
    return (named ?? pickById(agents, word, { one: 'agent', list: 'npm run factory -- status --json' })).id;
  },
};

/** Also one that was deleted, as long as something of it is left to clear away. */
async function findTaskId(deps: Rows, word: string): Promise<string> {
  return ((await findTaskAnyway(deps.store, word)) ?? (await findTask(deps, word))).id;
}
