import { z } from 'zod';
import { couldRun } from '@/backend/domain/check/could_run';
import { submitWork } from '@/backend/services/review/submit_work';
import { defineTool } from '../../define_tool';
import { sayChecks } from '../../say_checks';

const DONE = 'End your turn now. The answer comes to you as a mail.';
const RED =
  'The reviewer sees that the tests are red. If that is your work, fix it, commit, and call task.create_pr again.';
const UNKNOWN = `The test command is a setting of the project, and the human was told: do not change code for it, unless you removed what it calls. ${DONE}`;

export const createPrTool = defineTool({
  server: 'task',
  name: 'create_pr',
  description:
    "Submit your finished work for review. Everything must be committed on your branch, with nothing left over in the worktree. The project's tests are run and their result is recorded, which can take minutes. Call it again after more commits to submit those.",
  roles: ['WORKER'],
  input: z.strictObject({
    summary: z
      .string()
      .trim()
      .max(10_000, 'Keep the summary under 10,000 characters.')
      .default('')
      .describe('What you did, how you tested it, and what the reviewer should look at.'),
  }),
  async run({ deps, agent }, input) {
    const { pullRequest, check, repeated } = await submitWork(deps, { ...input, agentId: agent.id });
    const what = `#${pullRequest.number} at ${pullRequest.headSha}`;
    const tests = sayChecks(check === null ? [] : [check]);
    const red = check?.state === 'FAILED';
    const unknown = red && !couldRun(check.exitCode);
    if (repeated) return `${what} was submitted before and is in review; nothing was done again. ${tests}`;
    return `Submitted as ${what}: ${pullRequest.commits} commits, ${pullRequest.changedFiles} files. ${tests}\n${unknown ? UNKNOWN : red ? RED : DONE}`;
  },
});
