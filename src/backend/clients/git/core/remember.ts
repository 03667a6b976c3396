import type { Execute, GitAnswer, GitCommand } from '@/backend/clients/git/core/command';

/** Long enough for a submission, its review and its landing; short enough that nothing kept here matters for memory. */
const KEPT_MS = 60_000;
const MOST_ANSWERS = 500;
const MOST_CHARACTERS = 64 * 1024;

/**
 * Asks git once what is asked again and again while one piece of work is handed in, read and landed. Only questions
 * whose answer cannot change; a failure is never kept, and two who ask at the same time share one process.
 */
export function remember(execute: Execute): Execute {
  const kept = new Map<string, { answer: Promise<GitAnswer>; until: number }>();

  function forgetOld(now: number): void {
    for (const [key, { until }] of kept) {
      if (until > now && kept.size < MOST_ANSWERS) return;
      kept.delete(key);
    }
  }

  async function ask(command: GitCommand, key: string, now: number): Promise<GitAnswer> {
    const answer = execute(command);
    kept.set(key, { answer, until: now + KEPT_MS });
    try {
      const said = await answer;
      if (said.code !== 0 || said.stdout.length > MOST_CHARACTERS) kept.delete(key);
      return said;
    } catch (thrown) {
      kept.delete(key);
      throw thrown;
    }
  }

  return async (command) => {
    if (command.timeless !== true) return execute(command);
    const now = performance.now();
    const key = JSON.stringify([command.cwd, command.maxBytes, command.args]);
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.answer;
    forgetOld(now);
    return ask(command, key, now);
  };
}
