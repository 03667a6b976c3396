import { isAction, type Planned } from './actions';
import type { ReconcilerDeps } from './deps';
import { formatKey, type Key, keyOf, type ParsedKey } from './key';
import type { Observation } from './observation';
import { observeAll, observeKey } from './observe';
import { plan, planFor } from './plan';
import { requireKey } from './require_key';

type Look = Pick<ReconcilerDeps, 'store' | 'clock' | 'serverUrl' | 'ports' | 'watchedSince'>;

/** The plan as it stands: actions first in the order they would be done, then what is waited for. */
export async function planNow(deps: Look, key?: string): Promise<Planned[]> {
  const planned = key === undefined ? plan(await observeAll(deps)) : await planKeys(deps, key);
  return [...planned.filter(isAction), ...planned.filter((step) => !isAction(step))];
}

async function planKeys(deps: Look, text: string): Promise<Planned[]> {
  const key = requireKey(text);
  // For people a task is one thing: what is done for its worktree and its agents belongs to it.
  if (key.kind !== 'task') return planFor(await observeKey(deps, key), key);
  const observation = await observeKey(deps, key);
  const worktree: ParsedKey = { kind: 'worktree', id: key.id };
  const agents = observation.tasks.flatMap((view) => view.agents.map(({ agent }) => keyOf.agent(agent.id)));
  const wanted = new Set<Key>([formatKey(key), ...agents]);
  return [
    ...plan(observation).filter((step) => wanted.has(step.key)),
    ...planFor(await observeKey(deps, worktree), worktree),
    ...(await planAround(deps, observation)),
  ];
}

/** What its project's places and its epic's plan mean for a task. */
async function planAround(deps: Look, { tasks: [view] }: Observation): Promise<Planned[]> {
  if (view === undefined) return [];
  const { id, projectId, parentId } = view.task;
  const around: ParsedKey[] = [
    { kind: 'project', id: projectId },
    ...(parentId === null ? [] : [{ kind: 'task', id: parentId } as const]),
  ];
  const plans = await Promise.all(around.map(async (key) => plan(await observeKey(deps, key))));
  return plans
    .flat()
    .filter((step) => step.key === keyOf.task(id) || ('taskId' in step && step.taskId === id));
}
