import type { GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import { type ErrorCode, FactoryError } from '@/backend/domain/errors';

type Rule = { when: RegExp; code: ErrorCode; what: (found: RegExpMatchArray) => string; next: string };

const LOCK = /Unable to create '(.+?\.lock)': File exists|could not lock config file (.+?): File exists/;

/** What git says, in the order in which it is looked for. */
const RULES: readonly Rule[] = [
  {
    when: LOCK,
    code: 'BUSY',
    what: (found) => `Another git process holds ${found[1] ?? found[2]}.`,
    next: 'Wait for it to end and try again; if no git process is running, delete that lock file.',
  },
  {
    when: /detected dubious ownership in repository at '([^']+)'/,
    code: 'FORBIDDEN',
    what: (found) => `git refuses to work in ${found[1]}, because another user owns it.`,
    next: 'If you trust it, run: git config --global --add safe.directory <that folder>.',
  },
  {
    when: /not a git repository/,
    code: 'NOT_FOUND',
    what: () => 'This folder is not a git repository or worktree.',
    next: 'Give the top folder of a git repository.',
  },
  {
    when: /No space left on device|Disk quota exceeded/,
    code: 'UNAVAILABLE',
    what: () => 'The disk is full, so git could not write.',
    next: 'Free some disk space and try again; nothing was removed.',
  },
  {
    when: /unknown revision|bad revision|bad object|not a valid (?:object|'tree'|'commit')|Needed a single revision|invalid reference: .*|nonexistent object|not something we can merge/i,
    code: 'NOT_FOUND',
    what: (found) => `git does not know that commit or branch (${found[0]}).`,
    next: 'Check the name; it may have been deleted or never fetched.',
  },
  {
    when: /no merge base|unrelated histories/,
    code: 'CONFLICT',
    what: () => 'The two sides have no common history.',
    next: 'Start the branch from the branch it is to be merged into.',
  },
  {
    when: /Read-only file system|Permission denied|Operation not permitted|insufficient permission/,
    code: 'UNAVAILABLE',
    what: (found) => `git may not write here (${found[0]}).`,
    next: 'Give your user write access to the repository and its worktrees.',
  },
];

export function gitFailure(command: GitCommand, answer: GitAnswer): FactoryError {
  const said = redact(answer.stderr.trim() || answer.stdout.trim()).slice(-2000);
  const verb = command.args.find((arg) => !arg.startsWith('-')) ?? '';
  const data = { command: `git ${verb}`, cwd: command.cwd, code: answer.code, stderr: said };
  for (const rule of RULES) {
    const found = answer.stderr.match(rule.when);
    if (found !== null) {
      const where =
        rule.code === 'BUSY' || rule.code === 'FORBIDDEN' ? '' : ` (git ${verb} in ${command.cwd})`;
      return new FactoryError(
        rule.code,
        `${redact(rule.what(found)).replace(/\.$/, '')}${where}.`,
        rule.next,
        {
          data,
        },
      );
    }
  }
  return new FactoryError(
    'INTERNAL',
    `git ${verb} in ${command.cwd} failed with status ${answer.code}: ${said || 'it said nothing'}.`,
    'Run the same command by hand in that folder to see more.',
    { data },
  );
}

/** The lock file that git could not take, when that is why it failed. */
export function lockOf(stderr: string): string | null {
  const found = stderr.match(LOCK);
  return found === null ? null : (found[1] ?? found[2] ?? null);
}

/** Addresses of remotes may carry a token; none of it belongs in a message, a log or a row. */
export function redact(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@']+@/gi, '$1');
}
