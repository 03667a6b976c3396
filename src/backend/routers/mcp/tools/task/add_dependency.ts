import { z } from 'zod';
import { addDependency } from '@/backend/services/task/add_dependency';
import { defineTool } from '../../define_tool';
import { SubtaskId } from '../../fields';

export const addDependencyTool = defineTool({
  server: 'task',
  name: 'add_dependency',
  description: 'Make one PENDING subtask wait until another has landed. Circles are refused.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({ taskId: SubtaskId, dependsOnId: SubtaskId }),
  async run({ deps, agent }, input) {
    const { task, dependsOn, added } = await addDependency(deps, { ...input, agentId: agent.id });
    return added
      ? `“${task.title}” now waits until “${dependsOn.title}” (${dependsOn.state}) has landed.`
      : `“${task.title}” waits for “${dependsOn.title}” already; nothing was changed.`;
  },
});
