import { FactoryError } from '@/backend/domain/errors';
import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import { setPlanApproved } from '@/backend/resource_accessors/task.accessor';
import { ApprovePlan } from '@/shared/plan';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';
import { type Plan, type PlanStep, readPlan, requireWaitingPlan } from './read_plan';

/** The human agrees to exactly the plan they read. Its subtasks start, and the supervisor hears what it became. */
export async function approvePlan(deps: Pick<Deps, 'store' | 'newId'>, input: ApprovePlan): Promise<Plan> {
  const { epicId, version } = ApprovePlan.parse(input);
  return deps.store.write(async (tx) => {
    const { epic, steps } = await requireWaitingPlan(tx, { epicId, version });
    if (steps.length === 0) {
      throw new FactoryError(
        'WRONG_STATE',
        'This plan has no subtasks yet.',
        'Wait for the supervisor to write it, or add subtasks yourself.',
      );
    }
    await setPlanApproved(tx, epicId);
    const supervisor = await findLiveAgent(tx, epicId, 'SUPERVISOR');
    if (supervisor) {
      const dropped = (await listSubtree(tx, epicId)).filter((task) => task.state === 'CANCELLED');
      await postMail(tx, deps.newId, {
        projectId: epic.projectId,
        taskId: epicId,
        kind: 'message',
        from: { party: 'HUMAN' },
        to: { party: 'AGENT', agentId: supervisor.id },
        subject: 'The plan is approved',
        body: write(
          steps,
          dropped.map((task) => task.title),
        ),
      });
    }
    return readPlan(tx, epicId);
  });
}

function write(steps: readonly PlanStep[], dropped: readonly string[]): string {
  const lines = steps.map((step, index) => `${index + 1}. ${step.id} “${step.title}”`);
  const gone =
    dropped.length === 0
      ? []
      : ['', `Dropped, not to be created again: ${dropped.map((title) => `“${title}”`).join(', ')}.`];
  return [
    'Workers start on it now. This is the plan as it was approved; it may differ from what you wrote:',
    '',
    ...lines,
    ...gone,
    '',
    'You get a mail when a worker submits. What you create from now on starts at once.',
  ].join('\n');
}
