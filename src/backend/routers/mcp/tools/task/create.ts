import { createSubtask } from '@/backend/services/task/create_subtask';
import { CreateSubtask } from '@/shared/task';
import { defineTool } from '../../define_tool';

export const createTool = defineTool({
  server: 'task',
  name: 'create',
  description:
    'Create a subtask of your epic. Its own worker starts on it by itself, in a worktree that branches from your epic branch. The worker sees only the title, the description and the acceptance criteria, so put everything it needs there: files, interfaces, what to leave alone, how to test. Give dependsOn the ids of subtasks that must have landed before it may start.',
  roles: ['SUPERVISOR'],
  input: CreateSubtask.strict(),
  async run({ deps, agent }, input) {
    const { task, created, planWaits } = await createSubtask(deps, { ...input, agentId: agent.id });
    const first = created
      ? `Created subtask ${task.id}: “${task.title}”, on the branch ${task.branchName}.`
      : `There is already a live subtask with this title, ${task.id}, which is ${task.state}; nothing new was created.`;
    if (!planWaits) {
      return `${first}\n${created ? 'Its worker starts when there is room and what it depends on has landed. You get a mail when it submits.' : 'Give it another title if you want a second one.'}`;
    }
    return `${first}\nThe plan of this epic waits for the human, so no worker starts yet. Create the rest of the plan, tell the human with mail.send that it is ready, then end your turn. You get a mail when it is approved; the human may have changed it by then.`;
  },
});
