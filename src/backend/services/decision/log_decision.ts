import { createDecision, type Decision } from '@/backend/resource_accessors/decision.accessor';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';

/** An agent writes down what it decided and why, for people who ask later. */
export async function logDecision(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { agentId: string; decision: string; reasoning: string; context: Record<string, string> },
): Promise<Decision> {
  return deps.store.write(async (tx) => {
    const { agent, task, project } = await loadCaller(tx, input.agentId);
    return createDecision(tx, {
      id: deps.newId(),
      projectId: project.id,
      taskId: task.id,
      agentId: agent.id,
      decision: input.decision,
      reasoning: input.reasoning,
      context: input.context,
    });
  });
}
