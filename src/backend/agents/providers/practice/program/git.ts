import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const exec = promisify(execFile);

export type Git = (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>;

// Commits say what made them, whoever's machine this is.
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Practice agent',
  GIT_AUTHOR_EMAIL: 'practice@localhost',
  GIT_COMMITTER_NAME: 'Practice agent',
  GIT_COMMITTER_EMAIL: 'practice@localhost',
};

/** Git in the agent's worktree. A non-zero exit is a result. */
export function createGit(worktree: string): Git {
  return (...args) =>
    runProgram(['git', '-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=/dev/null', ...args], worktree, {
      ...IDENTITY,
      GIT_EDITOR: 'true',
      GIT_TERMINAL_PROMPT: '0',
    });
}

export async function runProgram(
  argv: readonly [string, ...string[]],
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [file, ...args] = argv;
  try {
    const done = await exec(file, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 32 * 1024 * 1024,
    });
    return { code: 0, stdout: done.stdout, stderr: done.stderr };
  } catch (error) {
    const read = (name: string) =>
      typeof error === 'object' && error !== null && name in error
        ? String(Object.entries(error).find(([key]) => key === name)?.[1] ?? '')
        : '';
    const code = Number(read('code'));
    return {
      code: Number.isInteger(code) && code > 0 ? code : 1,
      stdout: read('stdout'),
      stderr: read('stderr'),
    };
  }
}
