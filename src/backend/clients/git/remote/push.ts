import type { GitContext } from '@/backend/clients/git/core/context';
import { redact } from '@/backend/clients/git/core/failure';
import { assertBranch, assertSha } from '@/backend/clients/git/core/revision';
import { remoteFailure } from '@/backend/clients/git/remote/remote_failure';
import { requireRemote } from '@/backend/clients/git/remote/require_remote';
import { FactoryError } from '@/backend/domain/errors';
import { isOurBranch } from '@/backend/domain/naming';

export type PushInput = {
  repo: string;
  remote: string;
  branch: string;
  sha: string;
  /** What the remote must have now: a commit, or null for "no such branch". Left out: only forward. */
  expectedRemoteSha?: string | null;
  timeoutMs?: number;
};

const TIMEOUT_MS = 180_000;

/** Puts one commit on a branch of ours on the remote. No other branch can be pushed through here. */
export async function push(ctx: GitContext, input: PushInput): Promise<{ changed: boolean }> {
  assertBranch(input.branch);
  assertSha(input.sha);
  if (!isOurBranch(input.branch)) {
    throw new FactoryError(
      'FORBIDDEN',
      `Only branches under factoryfactory/ are pushed, not "${input.branch}".`,
      `Push it yourself if you want it on ${input.remote}.`,
    );
  }
  await requireRemote(ctx, input);
  const ref = `refs/heads/${input.branch}`;
  const { expectedRemoteSha: expected } = input;
  if (typeof expected === 'string') assertSha(expected);
  const command = {
    cwd: input.repo,
    args: [
      'push',
      '--porcelain',
      '--no-recurse-submodules',
      '--no-follow-tags',
      ...(expected === undefined ? [] : [`--force-with-lease=${ref}:${expected ?? ''}`]),
      input.remote,
      `${input.sha}:${ref}`,
    ],
    answers: [0, 1, 128],
    timeoutMs: input.timeoutMs ?? TIMEOUT_MS,
    writes: true,
    network: true,
    hooks: true,
  };
  const answer = await ctx.execute(command);
  const line = answer.stdout.split('\n').find((text) => text.includes(`:${ref}\t`)) ?? '';
  if (answer.code === 0) return { changed: !line.startsWith('=') };
  if (/\[rejected\]/.test(line)) throw stale(input, line);
  if (/\[remote rejected\]/.test(line)) throw refused(input, `${line}\n${answer.stderr}`);
  throw remoteFailure({ remote: input.remote, command }, answer);
}

function stale(input: PushInput, line: string): FactoryError {
  return new FactoryError(
    'STALE',
    `${input.branch} on ${input.remote} is not where it was expected (${reasonIn(line)}).`,
    'Fetch it, look at what is there, and decide again.',
    { data: { branch: input.branch } },
  );
}

function refused(input: PushInput, said: string): FactoryError {
  return new FactoryError(
    'FORBIDDEN',
    `${input.remote} refused ${input.branch} (${reasonIn(said)}).`,
    'Look at the rules and hooks of that repository.',
    { data: { branch: input.branch, stderr: redact(said).slice(-2000) } },
  );
}

function reasonIn(line: string): string {
  return line.match(/\(([^()]*)\)/)?.[1] ?? 'no reason given';
}
