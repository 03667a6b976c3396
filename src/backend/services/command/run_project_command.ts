import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { forgetFiles } from '@/backend/clients/home/forget_files';
import { killTree } from '@/backend/clients/process/kill_tree';
import type { Deps } from '../deps';
import { readTail } from '../review/read_tail';
import { RUN_VARIABLE } from './name_run';

export type CommandResult = {
  ok: boolean;
  exitCode: number | null;
  timedOut: boolean;
  durationMs: number;
  logPath: string;
  logTail: string;
};

const LOGS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Output goes straight into the log, so a chatty command costs no memory and a killed server loses no line. */
const WRAPPER = 'mask=$(umask); umask 077; exec >>"$1" 2>&1 </dev/null; umask "$mask"; exec sh -c "$2"';

/**
 * A command that the project's owner wrote, run by the shell as they would. When it ends, everything it started ends
 * with it: a server left behind by one test run must not be found by the next.
 */
export async function runProjectCommand(
  deps: Pick<Deps, 'run' | 'home' | 'newId' | 'clock' | 'commands'>,
  input: {
    command: string;
    cwd: string;
    name: string;
    timeoutMs: number;
    /** Told before it starts where its output goes: somebody may want to read along. */
    onLog?: ((logPath: string) => void) | undefined;
  },
): Promise<CommandResult> {
  const id = deps.newId();
  const logsDir = path.join(deps.home.logs, 'commands');
  const logPath = path.join(logsDir, `${input.name}-${id}.log`);
  await mkdir(logsDir, { recursive: true, mode: 0o700 });
  input.onLog?.(logPath);
  const started = deps.clock().getTime();
  // Every run leaves one, and nobody else takes them away.
  await forgetFiles({ dir: logsDir, before: new Date(started - LOGS_KEPT_MS) });
  const run = await deps.commands.nameRun(deps);
  const result = await deps.run('sh', ['-c', WRAPPER, 'sh', logPath, input.command], {
    cwd: input.cwd,
    timeoutMs: input.timeoutMs,
    withChildren: true,
    env: { ...OWN_SETTINGS, ...OWN_SECRETS, CI: 'true', [RUN_VARIABLE]: run },
  });
  await killTree(deps, {
    rootPid: null,
    sessionLeader: null,
    variable: { name: RUN_VARIABLE, value: run },
    graceMs: 1_000,
  });
  const words = result.timedOut
    ? `\n[stopped after ${Math.round(input.timeoutMs / 1000)} s: it took too long]\n`
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

/** Of this server, and wrong for the project's own programs. */
const OWN_SETTINGS = {
  NODE_ENV: undefined,
  NODE_OPTIONS: undefined,
  PORT: undefined,
  FACTORY_HOME: undefined,
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
} as const;

/**
 * What the server acts with. The command runs code that agents wrote, and the end of what it prints goes into mail and
 * prompts. The rest of the environment is the owner's, as their tests may need it.
 */
const OWN_SECRETS = {
  GITHUB_TOKEN: undefined,
  GH_TOKEN: undefined,
  ANTHROPIC_API_KEY: undefined,
  ANTHROPIC_AUTH_TOKEN: undefined,
  ANTHROPIC_CUSTOM_HEADERS: undefined,
  CLAUDE_CODE_OAUTH_TOKEN: undefined,
  INNGEST_EVENT_KEY: undefined,
  INNGEST_SIGNING_KEY: undefined,
} as const;
