import type { GitContext } from '@/backend/clients/git/core/context';
import { assertRevision, isSha } from '@/backend/clients/git/core/revision';

/** Is everything of `ancestor` already in `descendant`? */
export async function isAncestor(
  ctx: GitContext,
  input: { repo: string; ancestor: string; descendant: string },
): Promise<boolean> {
  assertRevision(input.ancestor);
  assertRevision(input.descendant);
  if (isSha(input.ancestor) && input.ancestor === input.descendant) return true;
  const answer = await ctx.execute({
    cwd: input.repo,
    args: ['merge-base', '--is-ancestor', input.ancestor, input.descendant],
    answers: [0, 1],
    timeless: isSha(input.ancestor) && isSha(input.descendant),
  });
  return answer.code === 0;
}

/** The commit where two branches parted; null when they share no history. */
export async function mergeBase(
  ctx: GitContext,
  input: { repo: string; a: string; b: string },
): Promise<string | null> {
  assertRevision(input.a);
  assertRevision(input.b);
  const answer = await ctx.execute({
    cwd: input.repo,
    args: ['merge-base', input.a, input.b],
    answers: [0, 1],
  });
  return answer.code === 0 ? answer.stdout.trim() : null;
}

/** Commits that only `head` has, and commits that only `base` has. */
export async function aheadBehind(
  ctx: GitContext,
  input: { repo: string; base: string; head: string },
): Promise<{ ahead: number; behind: number }> {
  assertRevision(input.base);
  assertRevision(input.head);
  const { stdout } = await ctx.execute({
    cwd: input.repo,
    args: ['rev-list', '--left-right', '--count', `${input.base}...${input.head}`, '--'],
    timeless: isSha(input.base) && isSha(input.head),
  });
  const [behind = 0, ahead = 0] = stdout.trim().split(/\s+/).map(Number);
  return { ahead, behind };
}
