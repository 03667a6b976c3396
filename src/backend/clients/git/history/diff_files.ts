import type { GitContext } from '@/backend/clients/git/core/context';
import { fieldReader, splitNul } from '@/backend/clients/git/core/records';
import { isSha } from '@/backend/clients/git/core/revision';
import { diffArgs, type Range } from '@/backend/clients/git/history/diff_args';

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed';

export type DiffFile = {
  path: string;
  /** Where it was, when it was moved or copied. */
  oldPath: string | null;
  status: FileStatus;
  additions: number;
  deletions: number;
  binary: boolean;
  submodule: boolean;
  /** Null for a file that was not there. */
  oldBlob: string | null;
  newBlob: string | null;
};

const STATUS: Record<string, FileStatus> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

const MAX_FILES = 5000;

/** The files that differ, each with its size of change. */
export async function diffFiles(
  ctx: GitContext,
  input: Range & { maxFiles?: number },
): Promise<{ files: DiffFile[]; truncated: boolean }> {
  const { stdout } = await ctx.execute({
    cwd: input.repo,
    args: diffArgs(input, ['--raw', '--numstat', '--no-abbrev', '-z']),
    timeless: isSha(input.base) && isSha(input.head),
  });
  const files = readFiles(stdout);
  const maxFiles = input.maxFiles ?? MAX_FILES;
  return { files: files.slice(0, maxFiles), truncated: files.length > maxFiles };
}

/** Totals over all files, however many. */
export async function diffStat(
  ctx: GitContext,
  input: Range,
): Promise<{ files: number; additions: number; deletions: number }> {
  const { files } = await diffFiles(ctx, { ...input, maxFiles: Number.POSITIVE_INFINITY });
  return {
    files: files.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
  };
}

/** First all raw records (`:modes blobs status`), then all counts, both with the paths as fields of their own. */
function readFiles(output: string): DiffFile[] {
  const files = new Map<string, DiffFile>();
  const fields = fieldReader(splitNul(output));
  while (fields.more()) {
    const field = fields.next();
    if (field.startsWith(':')) {
      const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = field.slice(1).split(' ');
      const status = STATUS[letter[0] ?? ''] ?? 'modified';
      const first = fields.next();
      const moved = status === 'renamed' || status === 'copied';
      const path = moved ? fields.next() : first;
      files.set(path, {
        path,
        oldPath: moved ? first : null,
        status,
        additions: 0,
        deletions: 0,
        binary: false,
        submodule: oldMode === '160000' || newMode === '160000',
        oldBlob: blob(oldBlob),
        newBlob: blob(newBlob),
      });
      continue;
    }
    const [additions = '', deletions = '', ...rest] = field.split('\t');
    let path = rest.join('\t');
    if (path === '') {
      fields.next();
      path = fields.next();
    }
    const file = files.get(path);
    if (file === undefined) continue;
    file.binary = additions === '-';
    file.additions = file.binary ? 0 : Number(additions);
    file.deletions = file.binary ? 0 : Number(deletions);
  }
  return [...files.values()];
}

function blob(sha: string): string | null {
  return /^0*$/.test(sha) ? null : sha;
}
