import { rm } from 'node:fs/promises';
import { killTree } from '@/backend/clients/process/kill_tree';
import type { RunResult } from '@/backend/clients/process/run';
import type { Deps } from '../deps';
import { ENVIRONMENT } from './environment';
import { RUN_VARIABLE } from './name_run';
import { pipeOf, wrap } from './wrapper';

/** A server that stops waits for little more than this. */
const END_GRACE_MS = 500;
/** Of these is also who writes the log, and has to come to the end of it on the busiest machine. */
const LEFT_GRACE_MS = 2_000;

/** Runs a command until it ends, takes too long, or is ended by the signal, and everything it started with it. */
export async function runUntil(
  deps: Pick<Deps, 'run'>,
  input: { run: string; command: string; cwd: string; logPath: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<RunResult> {
  signal.throwIfAborted();
  let top: number | null = null;
  const kill = (tree: { rootPid: number | null; graceMs: number }) =>
    killTree(deps, {
      ...tree,
      sessionLeader: top,
      variable: { name: RUN_VARIABLE, value: input.run },
    });
  // What it cannot end is said below, where somebody waits for it.
  const end = () => void kill({ rootPid: top, graceMs: END_GRACE_MS }).catch(() => undefined);
  signal.addEventListener('abort', end);
  try {
    const result = await deps.run('sh', wrap(input), {
      cwd: input.cwd,
      timeoutMs: input.timeoutMs,
      withChildren: true,
      env: { ...ENVIRONMENT, [RUN_VARIABLE]: input.run },
      onStart: (pid) => {
        top = pid;
      },
    });
    await kill({ rootPid: null, graceMs: signal.aborted ? END_GRACE_MS : LEFT_GRACE_MS });
    return result;
  } finally {
    signal.removeEventListener('abort', end);
    // One that was ended before it began has left it.
    await rm(pipeOf(input.logPath), { force: true });
  }
}
