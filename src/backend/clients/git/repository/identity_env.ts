import type { GitContext } from '@/backend/clients/git/core/context';

/** Who commits when the user has not told git who they are. */
export const FALLBACK_IDENTITY = { name: 'Factory Factory', email: 'factory@localhost' } as const;

export type Identity = { name: string; email: string };

/** Commits carry the user's own name. Only where none is configured does the environment give one. */
export async function identityEnv(ctx: GitContext, input: { repo: string }): Promise<Record<string, string>> {
  const answers = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((variable) =>
      ctx.execute({
        cwd: input.repo,
        args: ['var', variable],
        // Without this git makes up an address from the user and host name.
        config: ['user.useConfigOnly=true'],
        answers: [0, 128],
      }),
    ),
  );
  return answers.every((answer) => answer.code === 0) ? {} : identityVariables(FALLBACK_IDENTITY);
}

export function identityVariables(identity: Identity, at?: Date): Record<string, string> {
  const date = at === undefined ? null : `@${Math.floor(at.getTime() / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    ...(date === null ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
  };
}
