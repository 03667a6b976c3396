import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { Store } from '@/backend/resource_accessors/store/store';
import { epicIdOf, getTask } from '@/backend/resource_accessors/task.accessor';
import { fence } from './fence';
import { renderPrompt } from './render';

const PLAN_NOTE =
  'The human approves your plan before any worker starts: create the subtasks, end your turn, and expect changes to them.';

/** What an agent is given first: its task, in words. */
export async function composeFirstPrompt(
  deps: { store: Store; rootDir: string },
  input: { taskId: string; role: 'SUPERVISOR' | 'WORKER' },
): Promise<string> {
  const task = await getTask(deps.store, input.taskId);
  const epic = await getTask(deps.store, epicIdOf(task));
  const project = await getProject(deps.store, task.projectId);
  const name = input.role === 'SUPERVISOR' ? 'supervisor' : task.quick ? 'quick' : 'worker';
  return renderPrompt(deps, `first/${name}`, {
    id: task.id,
    title: task.title,
    epic_title: epic.title,
    branch: task.branchName,
    base: task.baseBranch,
    test: project.testCommand === null ? '(none is set)' : `\`${project.testCommand}\``,
    plan_note: task.planApproval === 'WAITING' ? `\n${PLAN_NOTE}\n` : '',
    description: fence('description', task.description || task.title),
    criteria: fence('acceptance-criteria', task.acceptanceCriteria),
    design: fence('design', epic.designDoc),
  });
}
