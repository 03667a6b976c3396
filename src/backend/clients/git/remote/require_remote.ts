import type { GitContext } from '@/backend/clients/git/core/context';
import { isRefName } from '@/backend/clients/git/core/revision';
import { FactoryError } from '@/backend/domain/errors';

/** Only remotes that the user set up by name; an address given here could run a program. */
export async function requireRemote(ctx: GitContext, input: { repo: string; remote: string }): Promise<void> {
  const { stdout } = await ctx.execute({ cwd: input.repo, args: ['remote'] });
  if (isRefName(input.remote) && stdout.split('\n').includes(input.remote)) return;
  throw new FactoryError(
    'NOT_FOUND',
    `The repository ${input.repo} has no remote "${input.remote}".`,
    'Add it with: git remote add <name> <address>. Without a remote everything stays on this machine.',
  );
}
