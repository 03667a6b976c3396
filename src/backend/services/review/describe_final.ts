import { listPullRequests } from '@/backend/resource_accessors/pull_request.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Db } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';

const SUMMARY_MAX = 1500;

/** What the human reads first: what was wished for, and what became of each part. */
export async function describeFinal(db: Db, epic: Task, summary: string): Promise<string> {
  const [, ...subtasks] = await listSubtree(db, epic.id);
  const pullRequests = await listPullRequests(db, { taskIds: subtasks.map(({ id }) => id) });
  const lines = subtasks.map((task) => {
    const own = pullRequests.find(({ taskId, state }) => taskId === task.id && state === 'MERGED');
    const other = own ?? pullRequests.find(({ taskId }) => taskId === task.id);
    const number = other ? ` (#${other.number})` : '';
    const ended =
      task.state === 'COMPLETED' ? '' : ` — ${task.state}${task.stateReason ? `: ${task.stateReason}` : ''}`;
    const words = other?.body.trim().slice(0, SUMMARY_MAX) ?? '';
    const text = words === '' ? '' : `\n${words.replace(/^/gm, '  ')}`;
    return `- [${task.state === 'COMPLETED' ? 'x' : ' '}] **${task.title}**${number}${ended}${text}`;
  });
  return [
    summary === '' ? epic.description.trim().slice(0, SUMMARY_MAX) : summary,
    lines.length === 0 ? '' : `## Subtasks\n\n${lines.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
