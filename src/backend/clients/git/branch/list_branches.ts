import type { GitContext } from '@/backend/clients/git/core/context';

export type Branch = {
  name: string;
  sha: string;
  committedAt: Date;
  subject: string;
  /** Where it is checked out, if anywhere. */
  worktree: string | null;
};

const FIELDS = ['refname', 'objectname', 'committerdate:unix', 'worktreepath', 'subject'];

/** Local branches, the ones with the newest commits first. */
export async function listBranches(
  ctx: GitContext,
  input: { repo: string; prefix?: string },
): Promise<Branch[]> {
  const { stdout } = await ctx.execute({
    cwd: input.repo,
    args: [
      'for-each-ref',
      '--sort=-committerdate',
      `--format=${FIELDS.map((field) => `%(${field})`).join('%00')}%00`,
      'refs/heads/',
    ],
  });
  const prefix = `refs/heads/${input.prefix ?? ''}`;
  return stdout
    .split('\0\n')
    .map((line) => line.split('\0'))
    .filter(([ref = '']) => ref.startsWith(prefix))
    .map(([ref = '', sha = '', seconds = '0', worktree = '', subject = '']) => ({
      name: ref.slice('refs/heads/'.length),
      sha,
      committedAt: new Date(Number(seconds) * 1000),
      subject,
      worktree: worktree === '' ? null : worktree,
    }));
}
