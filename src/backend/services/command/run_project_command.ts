import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { forgetFiles } from '@/backend/clients/home/forget_files';
import type { Deps } from '../deps';
import type { Outside } from '../reconciler/outside';
import { readTail } from '../review/read_tail';
import { followTasks } from './follow_tasks';
import { givenUp } from './keep_commands';
import { runUntil } from './run_until';

export type CommandResult = {
  ok: boolean;
  exitCode: number | null;
  timedOut: boolean;
  durationMs: number;
  logPath: string;
  logTail: string;
};

export type CommandDeps = Pick<Deps, 'store' | 'run' | 'commands' | 'home' | 'newId' | 'clock'> & {
  /** Whoever has a place that others wait for leaves it as long as the command runs. */
  outside?: Outside | undefined;
};

type Input = {
  command: string;
  cwd: string;
  name: string;
  timeoutMs: number;
  projectId: string;
  /** The tasks it runs for: it ends when one of them is given up. */
  tasks: readonly string[];
  /** Told before it starts where its output goes: somebody may want to read along. */
  onLog?: ((logPath: string) => void) | undefined;
};

const LOGS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * A command that the project's owner wrote, run by the shell as they would. When it ends, everything it started ends
 * with it: a server left behind by one test run must not be found by the next. One that is ended before, because its
 * task is given up or the server stops, has no result: STALE is thrown.
 */
export function runProjectCommand(deps: CommandDeps, input: Input): Promise<CommandResult> {
  return deps.commands.keep(input.tasks, async (ending) => {
    const watching = new AbortController();
    const watched = followTasks(deps, { tasks: input.tasks, signal: watching.signal }).then(
      (over) => over && ending.abort(givenUp()),
      (error: unknown) => ending.abort(error),
    );
    try {
      return await run(deps, input, ending.signal);
    } finally {
      watching.abort();
      await watched;
    }
  });
}

function run(deps: CommandDeps, input: Input, signal: AbortSignal): Promise<CommandResult> {
  const place = { share: input.projectId, signal };
  return deps.outside ? deps.outside(place, () => runNow(deps, input, signal)) : runNow(deps, input, signal);
}

async function runNow(deps: CommandDeps, input: Input, signal: AbortSignal): Promise<CommandResult> {
  const { command, cwd, timeoutMs } = input;
  const logsDir = path.join(deps.home.logs, 'commands');
  const logPath = path.join(logsDir, `${input.name}-${deps.newId()}.log`);
  await mkdir(logsDir, { recursive: true, mode: 0o700 });
  input.onLog?.(logPath);
  const started = deps.clock().getTime();
  // Every run leaves one, and nobody else takes them away.
  await forgetFiles({ dir: logsDir, before: new Date(started - LOGS_KEPT_MS) });
  const name = await deps.commands.nameRun(deps);
  const result = await runUntil(deps, { run: name, command, cwd, logPath, timeoutMs }, signal);
  signal.throwIfAborted();
  const words = result.timedOut
    ? `\n[stopped after ${Math.round(timeoutMs / 1000)} s: it took too long]\n`
    : '';
  return {
    ok: result.code === 0 && !result.timedOut,
    exitCode: result.code,
    timedOut: result.timedOut,
    durationMs: deps.clock().getTime() - started,
    logPath,
    logTail: `${await readTail(logPath)}${words}`,
  };
}
