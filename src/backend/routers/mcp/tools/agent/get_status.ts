import { z } from 'zod';
import { getStatus } from '@/backend/services/agent/get_status';
import { BOTH, defineTool } from '../../define_tool';
import { TaskIdOrOwn } from '../../fields';

export const getStatusTool = defineTool({
  server: 'agent',
  name: 'get_status',
  description:
    'Show how you stand: your name, task, session and mail. A supervisor may name a subtask to see how its worker stands.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({ taskId: TaskIdOrOwn }),
  async run({ deps, agent }, input) {
    const status = await getStatus(deps, { ...input, agentId: agent.id });
    const { session } = status;
    return [
      `${status.agent.tmuxName}, ${status.agent.role.toLowerCase()}${status.agent.id === agent.id ? ' (you)' : ''}`,
      `Task: ${status.task.id} “${status.task.title}”, ${status.task.state}${status.task.stateReason === null ? '' : ` because: ${status.task.stateReason.slice(0, 500)}`}`,
      `State: ${status.agent.executionState}, wanted ${status.agent.desiredExecutionState}`,
      session === null
        ? 'Session: none is open.'
        : `Session: ${session.turnState} since ${session.turnSince.toISOString()}${session.lastToolName === null ? '' : `, last tool ${session.lastToolName}`}`,
      `Mail: ${status.unreadMail} unread; ${status.undelivered} messages on their way`,
    ].join('\n');
  },
});
