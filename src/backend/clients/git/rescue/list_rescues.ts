import type { GitContext } from '@/backend/clients/git/core/context';
import { assertTaskId } from '@/backend/clients/git/rescue/rescue';

export type SavedRescue = { ref: string; sha: string; taskId: string; savedAt: Date; subject: string };

/** Everything ever saved from a worktree or a branch that went away, newest first. */
export async function listRescues(
  ctx: GitContext,
  input: { repo: string; taskId?: string },
): Promise<SavedRescue[]> {
  if (input.taskId !== undefined) assertTaskId(input.taskId);
  const folder = `refs/factoryfactory/rescue/${input.taskId ?? ''}`.replace(/\/$/, '');
  const { stdout } = await ctx.execute({
    cwd: input.repo,
    args: ['for-each-ref', '--sort=-refname', '--format=%(refname)%00%(objectname)%00%(subject)%00', folder],
  });
  return stdout
    .split('\0\n')
    .filter((record) => record !== '')
    .map((record) => record.split('\0'))
    .map(([ref = '', sha = '', subject = '']) => {
      const [, , , taskId = '', time = ''] = ref.split('/');
      return { ref, sha, taskId, savedAt: timeOf(time), subject };
    })
    .sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime());
}

/** The name holds the time with its colons and dot as dashes, because git allows no colon in a ref. */
function timeOf(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d+)Z$/, 'T$1:$2:$3.$4Z'));
}
