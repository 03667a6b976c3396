import { z } from 'zod';
import { describeTask } from '@/backend/services/task/describe_task';
import { BOTH, defineTool } from '../../define_tool';
import { Offset, TaskIdOrOwn } from '../../fields';
import { pageText } from '../../page_text';
import { sayTask } from '../../say_task';

export const getTaskTool = defineTool({
  server: 'agent',
  name: 'get_task',
  description:
    'Show your task in full: description, acceptance criteria, branch, worktree, test command. A supervisor may name a subtask.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({ taskId: TaskIdOrOwn, offset: Offset }),
  async run({ deps, agent }, { offset, ...input }) {
    return pageText(sayTask(await describeTask(deps, { ...input, agentId: agent.id })), offset);
  },
});
