import { FactoryError } from '@/backend/domain/errors';
import type { GithubOptions } from './create_github_client';

const KEEP_MS = 10 * 60_000;

/** The login for GitHub: from the environment, or the one that the user's own `gh` has. Never stored. */
export function createTokenReader({ run, clock, env }: GithubOptions): () => Promise<string> {
  let known: { token: string; until: number } | null = null;
  return async () => {
    const given = env.GITHUB_TOKEN || env.GH_TOKEN;
    if (given) return given;
    if (known !== null && known.until > clock().getTime()) return known.token;
    const answer = await run('gh', ['auth', 'token'], { timeoutMs: 10_000 }).catch(() => null);
    const token = answer?.code === 0 ? answer.stdout.trim() : '';
    if (token === '') {
      throw new FactoryError(
        'NOT_LOGGED_IN',
        'There is no login for GitHub on this machine.',
        'Run gh auth login, or set GITHUB_TOKEN. Until then everything works here, without GitHub.',
      );
    }
    known = { token, until: clock().getTime() + KEEP_MS };
    return token;
  };
}
