import { FactoryError } from '@/backend/domain/errors';

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function isSha(text: string): boolean {
  return SHA.test(text);
}

/**
 * The rules of git-check-ref-format, plus no leading dash. What passes is one plain name: it cannot be read as
 * an option, a range, a path or an expression, so it needs no further guarding on a command line.
 */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name.startsWith('-')) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\x00-\x20\x7f~^:?*[\\]/.test(name)) return false;
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

export function assertBranch(branch: string): void {
  if (isRefName(branch) && branch !== 'HEAD') return;
  throw new FactoryError(
    'BAD_INPUT',
    `"${branch}" is not a name that git allows for a branch.`,
    'Use letters, digits, dots, dashes and slashes, and start with a letter.',
  );
}

/** A full sha, `HEAD`, or a plain ref name such as `main` or `refs/heads/main`; never an expression. */
export function assertRevision(revision: string): void {
  if (isSha(revision) || isRefName(revision)) return;
  throw new FactoryError(
    'BAD_INPUT',
    `"${revision}" is neither a full commit id nor a branch name.`,
    'Give a branch name or a full 40-character commit id.',
  );
}

export function assertSha(sha: string): void {
  if (isSha(sha)) return;
  throw new FactoryError('BAD_INPUT', `"${sha}" is not a full object id.`, 'Give all 40 characters of it.');
}

/** A path inside a repository, as git writes it: relative, with slashes, never above the top. */
export function assertRepoPath(path: string): void {
  const parts = path.split('/');
  const inside = path !== '' && !path.startsWith('/') && !path.includes('\0') && !parts.includes('..');
  if (inside && parts[0]?.toLowerCase() !== '.git') return;
  throw new FactoryError(
    'BAD_INPUT',
    `"${path}" is not a path inside the repository.`,
    'Give a path relative to its top folder.',
  );
}
