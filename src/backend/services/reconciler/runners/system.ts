import { ensureOrchestrator, findOrchestrator } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { DONE, type Outcome } from '../outcome';
import type { PortOutcome } from '../ports';
import type { Runner } from './runner';

export const SYSTEM_ID = 'system';

export const deliver: Runner<'DELIVER'> = async (deps, { agentId }) =>
  toOutcome(await deps.ports.deliverNext({ agentId }), 'the agent is not ready for it');

export const advanceMerge: Runner<'ADVANCE_MERGE'> = async (deps, { epicId }) =>
  toOutcome(await deps.ports.advanceMergeQueue({ epicId, outside: deps.outside }), 'the merge queue waits');

export const expireEscalations: Runner<'EXPIRE_ESCALATIONS'> = async (deps) => {
  await deps.ports.expireEscalations();
  return DONE;
};

export const ensureOrchestratorRow: Runner<'ENSURE_ORCHESTRATOR'> = async (deps) => {
  await deps.store.write((tx) => ensureOrchestrator(tx, deps.newId()));
  return DONE;
};

export const setConditionOf: Runner<'SET_CONDITION'> = async (deps, action) => {
  const { subject, condition: type, status, words } = action;
  await deps.store.write((tx) =>
    setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: subject.kind,
        subjectId: subject.id,
        type,
        status,
        reason: status ? type : 'resolved',
        message: words,
      },
      {
        taskId: subject.kind === 'TASK' ? subject.id : null,
        agentId: subject.kind === 'AGENT' ? subject.id : null,
        projectId: subject.kind === 'PROJECT' ? subject.id : null,
      },
    ),
  );
  return DONE;
};

export const markHealth: Runner<'MARK_HEALTH'> = async (deps, { healthy, crashes, reason }) => {
  await deps.store.write(async (tx) => {
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'SYSTEM',
        subjectId: SYSTEM_ID,
        type: 'Unhealthy',
        status: !healthy,
        reason: healthy ? 'recovered' : 'crash_loops',
        message: reason,
      },
      {},
    );
    await createDecision(tx, {
      id: deps.newId(),
      projectId: null,
      taskId: null,
      agentId: (await findOrchestrator(tx))?.id ?? null,
      decision: healthy ? 'Marked the system healthy' : 'Marked the system unhealthy',
      reasoning: reason,
      context: { crashes },
    });
    if (healthy) return;
    await deps.ports.notify(tx, {
      fact: `system.unhealthy:${tx.now.toISOString()}`,
      kind: 'critical',
      projectId: null,
      taskId: null,
      title: 'Agents keep crashing',
      body: reason,
      forced: true,
    });
  });
  return DONE;
};

function toOutcome(outcome: PortOutcome, reason: string): Outcome {
  return outcome.kind === 'done' ? DONE : { kind: 'retryAfter', ms: outcome.afterMs, reason };
}
