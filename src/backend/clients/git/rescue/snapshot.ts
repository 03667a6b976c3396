import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitCommand } from '@/backend/clients/git/core/command';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';

export type SnapshotInput = {
  gitDir: string;
  cwd: string;
  env?: Record<string, string>;
  /** Null before the first commit. */
  head: string | null;
  /** Also what is changed or untracked in the folder, not only what is staged. */
  withFiles: boolean;
};

export type Snapshot = {
  tree: string;
  /** Null in the middle of a conflict, when the index has no single tree. */
  stagedTree: string | null;
};

/**
 * The tree of everything in a checkout that is not ignored. It works on a copy of the index, so neither the
 * folder, its index nor HEAD change, and a crash leaves at most one unused file.
 */
export async function snapshot(ctx: GitContext, input: SnapshotInput): Promise<Snapshot> {
  const copy = join(input.gitDir, `factoryfactory-rescue-${randomUUID()}.index`);
  const git = (args: readonly string[], answers: readonly number[] = [0]) => {
    const command: GitCommand = {
      cwd: input.cwd,
      args,
      answers,
      writes: true,
      env: { ...input.env, GIT_INDEX_FILE: copy },
      config: ['advice.addEmbeddedRepo=false'],
    };
    return ctx.execute(command).then((answer) => ({ ...answer, command }));
  };
  try {
    const copied = await copyFile(join(input.gitDir, 'index'), copy).then(
      () => true,
      () => false,
    );
    const staged = copied ? await git(['write-tree'], [0, 128]) : null;
    if (staged === null || /index file|bad signature|bad index/.test(staged.stderr)) {
      // No index, or one that a crash tore: start from the last commit.
      await rm(copy, { force: true });
      await git(input.head === null ? ['read-tree', '--empty'] : ['read-tree', input.head]);
    }
    const stagedTree = staged?.code === 0 ? staged.stdout.trim() : null;
    if (!input.withFiles) return { tree: stagedTree ?? (await treeOfHead()), stagedTree };
    // A worktree has the sparse checkout of the user's own; what was written outside of it is work like any other.
    const added = await git(['add', '--all', '--sparse', '--', '.'], [0, 1, 128]);
    if (added.code !== 0) {
      // An empty repository inside the folder cannot be added; the rest can, and must be.
      if (!/does not have a commit checked out/.test(added.stderr)) throw gitFailure(added.command, added);
      await addOneByOne();
    }
    return { tree: (await git(['write-tree'])).stdout.trim(), stagedTree };
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}.lock`, { force: true });
  }

  async function treeOfHead(): Promise<string> {
    await rm(copy, { force: true });
    await git(input.head === null ? ['read-tree', '--empty'] : ['read-tree', input.head]);
    return (await git(['write-tree'])).stdout.trim();
  }

  async function addOneByOne(): Promise<void> {
    await git(['add', '--update', '--sparse', '--', '.']);
    const { stdout } = await git(['ls-files', '--others', '--exclude-standard', '-z']);
    const files = stdout.split('\0').filter((path) => path !== '' && !path.endsWith('/'));
    if (files.length === 0) return;
    const command: GitCommand = {
      cwd: input.cwd,
      args: ['update-index', '--add', '-z', '--stdin'],
      input: `${files.join('\0')}\0`,
      writes: true,
      env: { ...input.env, GIT_INDEX_FILE: copy },
    };
    await ctx.execute(command);
  }
}
