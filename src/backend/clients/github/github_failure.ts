import { z } from 'zod';
import { type ErrorCode, FactoryError, messageOf } from '@/backend/domain/errors';

const Answer = z.object({
  status: z.number(),
  response: z.object({ headers: z.record(z.string(), z.unknown()).default({}) }).optional(),
});

type Meaning = { code: ErrorCode; what: string; next: string };

const MEANINGS: Readonly<Record<number, Meaning>> = {
  401: {
    code: 'NOT_LOGGED_IN',
    what: 'GitHub did not accept the login.',
    next: 'Run gh auth login, or set GITHUB_TOKEN, and start again.',
  },
  403: {
    code: 'FORBIDDEN',
    what: 'GitHub does not allow this.',
    next: 'The login needs to be able to write pull requests in this repository.',
  },
  404: {
    code: 'NOT_FOUND',
    what: 'GitHub does not know that repository or pull request, or hides it from this login.',
    next: 'Check the address of the remote and who you are logged in as (gh auth status).',
  },
  405: {
    code: 'CONFLICT',
    what: 'GitHub cannot merge it now.',
    next: 'Look at the pull request on GitHub: a check, a rule or a conflict is in the way.',
  },
  409: {
    code: 'STALE',
    what: 'The pull request on GitHub has another head than the one that was looked at.',
    next: 'Wait until it is mirrored, look again, then merge.',
  },
  422: {
    code: 'BAD_INPUT',
    what: 'GitHub refused this.',
    next: 'Look at the branches on GitHub.',
  },
};

/** The status of an answer that was not a success; null when there was none at all. */
export function statusOf(thrown: unknown): number | null {
  const parsed = Answer.safeParse(thrown);
  return parsed.success ? parsed.data.status : null;
}

export function githubFailure(thrown: unknown): FactoryError {
  if (thrown instanceof FactoryError) return thrown;
  const parsed = Answer.safeParse(thrown);
  const status = parsed.success ? parsed.data.status : 500;
  const headers = parsed.success ? (parsed.data.response?.headers ?? {}) : {};
  const said = messageOf(thrown).slice(0, 300);
  const data = { status };
  const spent =
    String(headers['x-ratelimit-remaining'] ?? '') === '0' || headers['retry-after'] !== undefined;
  if (status === 429 || (status === 403 && spent)) {
    return new FactoryError(
      'LIMIT_REACHED',
      "GitHub's rate limit is used up.",
      'It goes on by itself when the limit is reset; work goes on here meanwhile.',
      { cause: thrown, data },
    );
  }
  const meaning = MEANINGS[status];
  if (meaning === undefined) {
    return new FactoryError(
      'UNAVAILABLE',
      `GitHub cannot be reached or is failing: ${said}.`,
      'It is tried again later; work goes on here and nothing is lost.',
      { cause: thrown, data },
    );
  }
  return new FactoryError(meaning.code, `${meaning.what} (${said})`, meaning.next, { cause: thrown, data });
}
