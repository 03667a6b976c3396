import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { FactoryError } from '@/backend/domain/errors';

export type RunOptions = {
  cwd?: string;
  /** Added to (or, with undefined, taken from) the server's own environment. */
  env?: Record<string, string | undefined>;
  input?: string;
  timeoutMs?: number;
  /** Output past this is cut, and the program finds its output closed: most end there. */
  maxBytes?: number;
  /** It starts programs of its own (ssh, a remote helper), which end with it when its time is up. */
  withChildren?: boolean;
  signal?: AbortSignal;
  /** Told its number as soon as it has one. With its children, that is also the number of their session. */
  onStart?: (pid: number) => void;
};

export type RunResult = {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
};

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export type Run = (file: string, args: readonly string[], options?: RunOptions) => Promise<RunResult>;

/** Runs a program by argv, never through a shell. A non-zero exit is a result, not an error. */
export const run: Run = async (file, args, options = {}) => {
  const child = start(file, args, options);
  if (child.pid !== undefined) options.onStart?.(child.pid);
  const timers = options.withChildren === true ? endGroupLater(child.pid, options.timeoutMs) : [];
  const result = await child;
  for (const timer of timers) clearTimeout(timer);
  if (result.code === 'ENOENT' && result.exitCode === undefined) {
    throw notFound(file, { cwd: options.cwd, cause: result.cause });
  }
  return {
    code: result.exitCode ?? null,
    signal: result.signal ?? null,
    stdout: result.stdout,
    stderr: result.stderr,
    timedOut: result.timedOut,
  };
};

function start(file: string, args: readonly string[], options: RunOptions) {
  try {
    return execa(file, [...args], {
      cwd: options.cwd,
      env: options.env,
      input: options.input,
      timeout: options.timeoutMs,
      cancelSignal: options.signal,
      maxBuffer: options.maxBytes ?? DEFAULT_MAX_BYTES,
      stdin: options.input === undefined ? 'ignore' : 'pipe',
      stripFinalNewline: false,
      reject: false,
      detached: options.withChildren,
    });
  } catch (thrown) {
    throw outOfProcesses(file, thrown);
  }
}

/** The system has one word for a program and a folder that are not there; whoever is told must not mistake one for the other. */
export function notFound(file: string, input: { cwd: string | undefined; cause?: unknown }): FactoryError {
  const folder = input.cwd ?? process.cwd();
  if (!existsSync(folder)) {
    return new FactoryError(
      'NOT_FOUND',
      `The folder ${folder} does not exist, so ${file} could not be started in it.`,
      'Put it back, or give the path of a folder that exists.',
      { cause: input.cause },
    );
  }
  return new FactoryError(
    'MISSING_TOOL',
    `${file} could not be started: it is not installed, or not on PATH.`,
    `Install ${file} and make sure that it is on PATH.`,
    { cause: input.cause },
  );
}

/** The system had no process or no open file left for it. */
export function outOfProcesses(file: string, cause: unknown): FactoryError {
  return new FactoryError(
    'UNAVAILABLE',
    `${file} could not be started: the system is short of processes or of open files.`,
    'Try again when fewer programs run, or raise the limits of this user (ulimit -n, ulimit -u).',
    { cause },
  );
}

/**
 * A timeout ends the program alone; a child of it that hangs would keep the output open, and us waiting. A moment
 * later than the timeout itself, so that the result says what happened.
 */
function endGroupLater(pid: number | undefined, timeoutMs: number | undefined): NodeJS.Timeout[] {
  if (pid === undefined || timeoutMs === undefined) return [];
  return [
    setTimeout(endGroup, timeoutMs + 100, pid, 'SIGTERM'),
    setTimeout(endGroup, timeoutMs + 3000, pid, 'SIGKILL'),
  ];
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group is gone already.
  }
}
