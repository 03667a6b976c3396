import { z } from 'zod';
import { describeTask } from '@/backend/services/task/describe_task';
import { BOTH, defineTool } from '../../define_tool';
import { Offset } from '../../fields';
import { pageText } from '../../page_text';
import { sayFamily, sayTask } from '../../say_task';

export const getTopLevelTaskTool = defineTool({
  server: 'agent',
  name: 'get_top_level_task',
  description:
    'Show the epic that your task belongs to: its description, design notes and all of its subtasks.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({ offset: Offset }),
  async run({ deps, agent }, { offset }) {
    const described = await describeTask(deps, { agentId: agent.id, epic: true });
    return pageText(`${sayTask(described)}${sayFamily(described, agent.taskId)}`, offset);
  },
});
