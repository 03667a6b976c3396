import { z } from 'zod';
import type { SubtaskRow } from '@/backend/resource_accessors/read/read_tasks';
import { listSubtasks } from '@/backend/services/task/list_subtasks';
import { TaskState } from '@/shared/task';
import { defineTool } from '../../define_tool';

export const listTool = defineTool({
  server: 'task',
  name: 'list',
  description: 'List the subtasks of your epic in the order of the plan, with their states and workers.',
  roles: ['SUPERVISOR'],
  readOnly: true,
  input: z.strictObject({
    states: z.array(TaskState).min(1).optional().describe('Only these states. Leave it out for all.'),
    offset: z.int().min(0).default(0).describe('How many to skip, as the page before says.'),
    limit: z.int().min(1).max(200).default(100),
  }),
  async run({ deps, agent }, input) {
    const { counts, rows, total, nextOffset } = await listSubtasks(deps, { ...input, agentId: agent.id });
    const states = Object.entries(counts).map(([state, count]) => `${state} ${count}`);
    if (states.length === 0) return 'Your epic has no subtasks yet. Create them with task.create.';
    const head = `Subtasks by state: ${states.join(', ')}.`;
    if (rows.length === 0) return `${head}\nNone of them is in the states you asked for.`;
    const more =
      nextOffset === null ? '' : `\n(${total - nextOffset} more: call again with offset ${nextOffset}.)`;
    return `${head}\n\n${rows.map(say).join('\n')}${more}`;
  },
});

function say(row: SubtaskRow): string {
  const waits = row.dependencies
    .filter(({ dependsOn }) => dependsOn.state !== 'COMPLETED')
    .map(({ dependsOn }) => `“${dependsOn.title}” (${dependsOn.state})`);
  const worker = row.agents[0];
  return [
    `- ${row.id} ${row.state} “${row.title}”`,
    row.stateReason === null ? '' : ` because: ${firstLine(row.stateReason)}`,
    waits.length === 0 ? '' : `; waits for ${waits.join(', ')}`,
    worker === undefined ? '' : `; worker ${worker.tmuxName} is ${worker.executionState}`,
    row.priority === 0 ? '' : `; priority ${row.priority}`,
  ].join('');
}

function firstLine(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
