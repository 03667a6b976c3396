import { z } from 'zod';
import { readLog } from '@/backend/services/worktree/read_log';
import { BOTH, defineTool } from '../../define_tool';
import { TaskIdOrOwn } from '../../fields';

const MOST_BODY = 1000;

export const logTool = defineTool({
  server: 'git',
  name: 'log',
  description: 'List the commits that a task has made on its branch, newest first.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({
    taskId: TaskIdOrOwn,
    skip: z.int().min(0).default(0).describe('How many to skip, as the page before says.'),
    limit: z.int().min(1).max(50).default(20),
  }),
  async run({ deps, agent }, input) {
    const log = await readLog(deps, { ...input, agentId: agent.id });
    const behind = log.behind === 0 ? '' : ` ${log.base} has ${log.behind} that it lacks.`;
    const lines = [
      `“${log.task.title}”: ${log.head} has ${log.ahead} commits that ${log.base} has not.${behind}`,
    ];
    for (const commit of log.commits) {
      lines.push(
        `\n${commit.sha} ${commit.authoredAt.toISOString()} ${commit.authorName}\n${commit.subject}`,
      );
      if (commit.body !== '') lines.push(commit.body.slice(0, MOST_BODY));
    }
    if (log.nextSkip !== null) lines.push(`\n(More: call again with skip ${log.nextSkip}.)`);
    return lines.join('\n');
  },
});
