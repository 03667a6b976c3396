import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execute, GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import { baseEnv, configArgs } from '@/backend/clients/git/core/environment';
import { gitFailure, lockOf } from '@/backend/clients/git/core/failure';
import type { Run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';

const READ_TIMEOUT_MS = 60_000;
const WRITE_TIMEOUT_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
const LOCK_TRIES = 7;
/** A `git gc` of the user's took away the empty folder that an object was about to be written into. */
const SWEPT = /unable to create temporary file: No such file or directory/;

export function createExecute(deps: { run: Run }): Execute {
  return async (command) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await attemptOnce(deps, command);
      const locked = command.writes === true && lockOf(answer.stderr) !== null;
      const contended = answer.code !== 0 && (locked || SWEPT.test(answer.stderr));
      const answered = answer.truncated || (command.answers ?? [0]).includes(answer.code);
      if (answered && !contended) return answer;
      if (!contended || attempt === LOCK_TRIES) throw gitFailure(command, answer);
      await sleep(25 * 2 ** attempt * (0.5 + Math.random()));
    }
  };
}

async function attemptOnce(deps: { run: Run }, command: GitCommand): Promise<GitAnswer> {
  const writes = command.writes ?? false;
  const config = [...configArgs(command.hooks ?? false), ...(command.config ?? []).flatMap((s) => ['-c', s])];
  const maxBytes = command.maxBytes ?? MAX_BYTES;
  const timeoutMs = command.timeoutMs ?? (writes ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS);
  const ceiling = command.discover === true ? undefined : dirname(command.cwd);
  const result = await deps.run('git', [...config, ...command.args], {
    cwd: command.cwd,
    env: { ...baseEnv({ writes, ceiling }), ...command.env },
    input: command.input,
    timeoutMs,
    maxBytes,
    withChildren: command.network,
  });
  const truncated = result.stdout.length >= maxBytes;
  if (truncated && command.maxBytes === undefined) {
    throw new FactoryError(
      'LIMIT_REACHED',
      `git ${command.args[0] ?? ''} in ${command.cwd} answered with more than ${MAX_BYTES} bytes.`,
      'Ask for less at once: fewer paths or a smaller range.',
    );
  }
  if (result.timedOut) {
    throw new FactoryError(
      'TIMED_OUT',
      `git ${command.args[0] ?? ''} in ${command.cwd} did not end within ${Math.round(timeoutMs / 1000)} s and was stopped.`,
      'Try again; if it keeps happening, run the same command by hand to see what it waits for.',
    );
  }
  return { code: result.code ?? -1, stdout: result.stdout, stderr: result.stderr, truncated };
}
