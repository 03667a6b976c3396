import { assertRepoPath, assertRevision } from '@/backend/clients/git/core/revision';

export type Range = {
  repo: string;
  base: string;
  head: string;
  /** Compare the two commits themselves, instead of `head` with where it parted from `base`. */
  direct?: boolean;
  /** Off: a moved file is one that went and one that came. */
  renames?: boolean;
  paths?: readonly string[];
};

/** Arguments of a diff whose output does not depend on anything the user configured. */
export function diffArgs(range: Range, format: readonly string[]): string[] {
  assertRevision(range.base);
  assertRevision(range.head);
  for (const path of range.paths ?? []) assertRepoPath(path);
  return [
    'diff',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--submodule=short',
    '--ignore-submodules=none',
    range.renames === false ? '--no-renames' : '--find-renames',
    ...format,
    range.direct === true ? `${range.base}..${range.head}` : `${range.base}...${range.head}`,
    '--',
    ...(range.paths ?? []),
  ];
}
