import { resolveRef } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';
import { assertSha, isRefName } from '@/backend/clients/git/core/revision';
import { FactoryError } from '@/backend/domain/errors';

type RefChange = { repo: string; ref: string; reason: string };

/** Moves a ref from `expected` to `to`, or does nothing and says STALE: somebody else moved it meanwhile. */
export async function updateRef(
  ctx: GitContext,
  input: RefChange & { to: string; expected: string },
): Promise<void> {
  assertSha(input.to);
  assertSha(input.expected);
  await swap(ctx, input, [input.ref, input.to, input.expected]);
}

/** Makes a ref that must not exist yet; one that does is ALREADY_EXISTS. */
export async function createRef(ctx: GitContext, input: RefChange & { to: string }): Promise<void> {
  assertSha(input.to);
  await swap(ctx, input, [input.ref, input.to, '']);
}

/** Deletes a ref only while it still points where the caller saw it. Its commits are the caller's concern. */
export async function deleteRef(ctx: GitContext, input: RefChange & { expected: string }): Promise<void> {
  assertSha(input.expected);
  await swap(ctx, input, ['-d', input.ref, input.expected]);
}

async function swap(ctx: GitContext, input: RefChange, args: readonly string[]): Promise<void> {
  assertOwnableRef(input.ref);
  const command = {
    cwd: input.repo,
    args: ['update-ref', '-m', `factoryfactory: ${input.reason}`, '--create-reflog', ...args],
    answers: [0, 1, 128],
    writes: true,
  };
  const answer = await ctx.execute(command);
  if (answer.code === 0) return;
  const { stderr } = answer;
  const data = { ref: input.ref, stderr };
  if (/reference already exists/.test(stderr)) {
    throw new FactoryError(
      'ALREADY_EXISTS',
      `${input.ref} exists already.`,
      'Use it, or choose another name.',
      {
        data,
      },
    );
  }
  const inTheWay = stderr.match(/'([^']+)' exists; cannot create/)?.[1];
  if (inTheWay !== undefined) {
    throw new FactoryError(
      'CONFLICT',
      `${input.ref} cannot be made while ${inTheWay} exists: git keeps branches like folders and files.`,
      `Rename that branch: git branch -m ${inTheWay.replace('refs/heads/', '')} <another name>.`,
      { data },
    );
  }
  if (/is at [0-9a-f]+ but expected|unable to resolve reference|reference is missing/.test(stderr)) {
    const actual = await resolveRef(ctx, { repo: input.repo, ref: input.ref });
    throw new FactoryError(
      'STALE',
      `${input.ref} has moved: it is now ${actual ?? 'gone'}.`,
      'Look at where it is now and decide again.',
      { data: { ...data, actual } },
    );
  }
  throw gitFailure(command, answer);
}

/** Branches and our own namespace; never the user's stash, tags or remote-tracking refs. */
function assertOwnableRef(ref: string): void {
  if (isRefName(ref) && /^refs\/(heads|factoryfactory)\//.test(ref)) return;
  throw new FactoryError(
    'FORBIDDEN',
    `"${ref}" is not a ref that may be changed here.`,
    'Only branches (refs/heads/…) and refs/factoryfactory/… are.',
  );
}
