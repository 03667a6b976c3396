import { FactoryError } from '@/backend/domain/errors';
import { findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import { type Action, isAction, type Planned } from './actions';
import type { ReconcilerDeps } from './deps';
import { formatKey, type ParsedKey } from './key';
import type { Observation } from './observation';
import { observeKey } from './observe';
import { DONE, mergeOutcomes, type Outcome } from './outcome';
import { planFor } from './plan';
import { runAction } from './runners';

const LOOK_AGAIN_MS = 20;

/** Observe, plan, apply, for one key. What it changed comes back as events, which wake whoever has to go on. */
export async function reconcileKey(deps: ReconcilerDeps, key: ParsedKey): Promise<Outcome> {
  const observation = await look(deps, key);
  if (observation === null) return DONE;
  const planned = planFor(observation, key);
  let outcome = waitFor(planned, observation.at);
  for (const action of planned.filter(isAction)) {
    deps.log.debug({ key: formatKey(key), action: action.type }, action.reason);
    outcome = mergeOutcomes(outcome, await apply(deps, action));
  }
  return outcome;
}

/** Null when what the key names is gone: nothing is to be done about it. */
async function look(deps: ReconcilerDeps, key: ParsedKey): Promise<Observation | null> {
  try {
    return await observeKey(deps, key);
  } catch (error) {
    if (error instanceof FactoryError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** A row that moved on between the look and the write is no failure: look again. */
async function apply(deps: ReconcilerDeps, action: Action): Promise<Outcome> {
  try {
    return await runAction(deps, action);
  } catch (error) {
    if (!(error instanceof FactoryError) || !(await hasMovedOn(deps, action, error))) throw error;
    return { kind: 'retryAfter', ms: LOOK_AGAIN_MS, reason: error.message };
  }
}

/** Someone deleted the task while we were at it; anything else that is not found is an error. */
async function hasMovedOn(deps: ReconcilerDeps, action: Action, error: FactoryError): Promise<boolean> {
  if (error.code === 'STALE') return true;
  if (error.code !== 'NOT_FOUND' || !('taskId' in action)) return false;
  const task = await findTaskAnyway(deps.store, action.taskId);
  return task === null || task.deletedAt !== null;
}

function waitFor(planned: readonly Planned[], at: Date): Outcome {
  let outcome: Outcome = DONE;
  for (const step of planned) {
    if (step.type !== 'WAIT') continue;
    const ms = Math.max(0, step.until.getTime() - at.getTime());
    outcome = mergeOutcomes(outcome, { kind: 'retryAfter', ms, reason: step.reason });
  }
  return outcome;
}
