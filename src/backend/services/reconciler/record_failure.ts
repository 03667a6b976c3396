import type { ConditionType } from '@/backend/domain/condition/condition_type';
import { toFactoryError } from '@/backend/domain/errors';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { clearFailure, saveFailure } from '@/backend/resource_accessors/queue.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import type { ReconcilerDeps } from './deps';
import { type Key, type ParsedKey, parseKey } from './key';
import { SYSTEM_ID } from './runners/system';

const TELL_AFTER = 6;

type Naming = { subjectKind: 'SYSTEM' | 'PROJECT' | 'TASK' | 'AGENT'; type: ConditionType };

// One type for each kind of key, so that one that recovers does not take back what another has to say.
const NAMES: Record<ParsedKey['kind'], Naming> = {
  task: { subjectKind: 'TASK', type: 'ReconcileFailing' },
  worktree: { subjectKind: 'TASK', type: 'WorktreeFailing' },
  merge: { subjectKind: 'TASK', type: 'MergeFailing' },
  agent: { subjectKind: 'AGENT', type: 'DeliveryFailing' },
  project: { subjectKind: 'PROJECT', type: 'ReconcileFailing' },
  system: { subjectKind: 'SYSTEM', type: 'ReconcileFailing' },
};

/** Keeps the backoff over restarts and says, where people look, what keeps failing. */
export async function recordFailure(
  deps: Pick<ReconcilerDeps, 'store' | 'newId' | 'ports'>,
  failure: { key: Key; failures: number; dueAt: Date; error: unknown },
): Promise<void> {
  const { key, failures, dueAt } = failure;
  const error = toFactoryError(failure.error);
  await deps.store.write(async (tx) => {
    await saveFailure(tx, { key, failures, dueAt, lastError: error.sentence.slice(0, 2000) });
    await say(tx, deps, key, { status: true, reason: error.code, message: error.sentence.slice(0, 2000) });
    if (failures === TELL_AFTER) await tellPerson(tx, deps, key, error.sentence);
  });
}

/** It goes on trying, but by now it looks as if someone had to do something about it. */
async function tellPerson(
  tx: Tx,
  deps: Pick<ReconcilerDeps, 'ports'>,
  key: Key,
  sentence: string,
): Promise<void> {
  const parsed = parseKey(key);
  const id = parsed === null || parsed.kind === 'system' ? null : parsed.id;
  const agent = parsed?.kind === 'agent' && id !== null ? await getAgent(tx, id) : null;
  const taskId = parsed?.kind === 'project' ? null : agent ? agent.taskId : id;
  const task = taskId === null ? null : await findTaskAnyway(tx, taskId);
  await deps.ports.notify(tx, {
    fact: `reconcile.failing:${key}:${tx.now.toISOString()}`,
    kind: 'critical',
    projectId: task?.projectId ?? (parsed?.kind === 'project' ? id : null),
    taskId: task?.id ?? null,
    title: task ? `“${task.title}” is stuck` : 'Something keeps failing',
    body: sentence.slice(0, 1000),
    forced: false,
  });
}

export async function recordRecovery(deps: Pick<ReconcilerDeps, 'store' | 'newId'>, key: Key): Promise<void> {
  await deps.store.write(async (tx) => {
    await clearFailure(tx, key);
    await say(tx, deps, key, { status: false, reason: 'recovered', message: 'It works again.' });
  });
}

async function say(
  tx: Parameters<typeof setCondition>[0],
  deps: Pick<ReconcilerDeps, 'newId'>,
  key: Key,
  words: { status: boolean; reason: string; message: string },
): Promise<void> {
  const parsed = parseKey(key);
  if (parsed === null) return;
  const id = parsed.kind === 'system' ? SYSTEM_ID : parsed.id;
  const { subjectKind, type } = NAMES[parsed.kind];
  await setCondition(
    tx,
    { id: deps.newId(), subjectKind, subjectId: id, type, ...words },
    {
      taskId: subjectKind === 'TASK' ? id : null,
      agentId: subjectKind === 'AGENT' ? id : null,
      projectId: subjectKind === 'PROJECT' ? id : null,
    },
  );
}
