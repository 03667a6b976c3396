import type { GitContext } from '@/backend/clients/git/core/context';
import { FactoryError } from '@/backend/domain/errors';

/** What the remote calls its default, else what the user configured, else the usual names, else where they are. */
export async function chooseDefaultBranch(
  ctx: GitContext,
  input: { root: string; branch: string | null; names: readonly string[] },
): Promise<string> {
  const [origin, configured] = await Promise.all([
    ctx.execute({
      cwd: input.root,
      args: ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'],
      answers: [0, 1],
    }),
    ctx.execute({ cwd: input.root, args: ['config', '--get', 'init.defaultBranch'], answers: [0, 1] }),
  ]);
  const candidates = [
    origin.stdout.trim().replace('refs/remotes/origin/', ''),
    configured.stdout.trim(),
    'main',
    'master',
    input.branch ?? '',
  ];
  const chosen = candidates.find((name) => input.names.includes(name)) ?? input.names[0];
  if (chosen !== undefined) return chosen;
  throw new FactoryError(
    'WRONG_STATE',
    `The repository ${input.root} has no branch: its HEAD is detached.`,
    'Make one where you are: git switch -c main.',
    { data: { root: input.root } },
  );
}
