import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { assertRepoPath, assertRevision } from '@/backend/clients/git/core/revision';
import { FactoryError } from '@/backend/domain/errors';

export type FileContent = {
  /** Null for a binary file. */
  text: string | null;
  binary: boolean;
  /** Of the whole file. */
  size: number;
  truncated: boolean;
};

const MAX_BYTES = 512 * 1024;

/** A file as it is in a commit. */
export async function readFile(
  ctx: GitContext,
  input: { repo: string; rev: string; path: string; maxBytes?: number },
): Promise<FileContent> {
  assertRevision(input.rev);
  assertRepoPath(input.path);
  const object = `${input.rev}:${input.path}`;
  const size = await ctx.execute({ cwd: input.repo, args: ['cat-file', '-s', object], answers: [0, 128] });
  const type =
    size.code === 0 ? await ctx.execute({ cwd: input.repo, args: ['cat-file', '-t', object] }) : null;
  if (type?.stdout.trim() !== 'blob') throw noFile(input.path, `in ${input.rev}`);
  const answer = await ctx.execute({
    cwd: input.repo,
    args: ['cat-file', 'blob', object],
    maxBytes: input.maxBytes ?? MAX_BYTES,
  });
  const binary = looksBinary(answer.stdout);
  return {
    text: binary ? null : answer.stdout,
    binary,
    size: Number(size.stdout),
    truncated: answer.truncated && Number(size.stdout) > (input.maxBytes ?? MAX_BYTES),
  };
}

/** A file as it is in a worktree now. A link that leads out of the worktree is not followed. */
export async function readWorktreeFile(input: {
  worktree: string;
  path: string;
  maxBytes?: number;
}): Promise<FileContent> {
  assertRepoPath(input.path);
  const top = await realpath(input.worktree).catch(() => null);
  if (top === null) throw noFile(input.path, `in ${input.worktree}`);
  const real = await realpath(join(top, input.path)).catch(() => null);
  if (real === null) throw noFile(input.path, 'in the worktree');
  if (!real.startsWith(top + sep) || real.slice(top.length + 1).split(sep)[0] === '.git') {
    throw new FactoryError(
      'FORBIDDEN',
      `"${input.path}" leads out of the worktree.`,
      'Read only files that are inside it.',
    );
  }
  // A pipe would wait for a writer, so only plain files are opened at all.
  if (!(await stat(real)).isFile()) throw noFile(input.path, 'in the worktree');
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await file.stat();
    const maxBytes = Math.min(size, input.maxBytes ?? MAX_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    const content = buffer.subarray(0, bytesRead).toString('utf8');
    const binary = looksBinary(content);
    return { text: binary ? null : content, binary, size, truncated: size > bytesRead };
  } finally {
    await file.close();
  }
}

/** The test that git itself uses. */
function looksBinary(text: string): boolean {
  return text.slice(0, 8000).includes('\0');
}

function noFile(path: string, where: string): FactoryError {
  return new FactoryError(
    'NOT_FOUND',
    `There is no file "${path}" ${where}.`,
    'Check the path; it is relative to the top of the repository.',
  );
}
