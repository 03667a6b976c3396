import { stat } from 'node:fs/promises';
import { FactoryError } from '@/backend/domain/errors';
import { checkSize, checkStart, paneTarget, sessionTarget } from './core/check_input';
import { followConfig } from './core/config';
import { MARKER_VARIABLE } from './core/environment';
import { quote } from './core/quote';
import type { Tmux } from './core/tmux';
import type { StartSessionInput } from './tmux_client';

/**
 * Starts a program in a detached session. Everything goes to tmux through stdin, not as arguments: so the
 * environment never shows in a process list, and neither it nor the program's arguments meet tmux's limit of
 * 16 KB for a command line.
 */
export async function startSession(tmux: Tmux, input: StartSessionInput): Promise<{ panePid: number }> {
  checkStart({ ...input, argv: [...input.argv], unsetEnv: [...(input.unsetEnv ?? [])] });
  checkSize(input);
  await checkFolder(input.cwd);
  const printed = await tmux.call({
    args: ['start-server', ';', 'source-file', '-'],
    input: `${followConfig(tmux.configPath)}\n${newSession(tmux, input)}\n`,
    cwd: input.cwd,
  });
  return { panePid: Number.parseInt(printed, 10) };
}

/** One line, so that tmux runs it in one go: no one ever sees the session without its marker. */
function newSession(tmux: Tmux, input: StartSessionInput): string {
  const { name, cols, rows, marker } = input;
  const env: Record<string, string> = {
    ...tmux.base.env,
    COLORTERM: 'truecolor',
    ...input.env,
    [MARKER_VARIABLE]: marker,
  };
  const unset = input.unsetEnv ?? [];
  for (const variable of unset) delete env[variable];
  // The server may have been started with variables that we have no more.
  const stale = tmux.base.absent.filter((variable) => env[variable] === undefined);
  const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const words = ['-s', name, '-x', `${cols}`, '-y', `${rows}`, ...variables, '--'];
  const argv = directly(input.argv, [...stale, ...unset]);
  return [
    `new-session -d -P -F '#{pane_pid}' ${[...words, ...argv].map(quote).join(' ')}`,
    `set-option -t ${paneTarget(name)} @factory ${quote(marker)}`,
    `set-option -w -t ${paneTarget(name)} window-size manual`,
    // tmux drops what a program wrote in its last moment, its reason to die, unless the pane has a pipe to drain.
    `pipe-pane -t ${paneTarget(name)} 'exec cat >/dev/null'`,
    `set-hook -w -t ${paneTarget(name)} pane-died ${quote(letViewersGo(name))}`,
  ].join(' ; ');
}

/**
 * A viewer of a dead pane would otherwise wait before it for ever. Only where there is one: tmux keeps a complaint that
 * there is none, and puts it over the pane of whoever attaches next, to whatever session, where it takes their keys.
 */
function letViewersGo(name: string): string {
  const detach = `detach-client -s ${sessionTarget(name)}`;
  return `if-shell -F -t ${paneTarget(name)} '#{session_attached}' ${quote(detach)}`;
}

/**
 * tmux hands a command of one word to a shell; several words it executes as they are. The shell named here
 * reads only our own constant text and then becomes the program. It also takes TMUX away: an agent that calls
 * tmux must not reach, and end, the server that it lives in.
 */
function directly(argv: readonly string[], unset: readonly string[]): string[] {
  return ['/bin/sh', '-c', `unset TMUX TMUX_PANE ${unset.join(' ')}; exec "$0" "$@"`, ...argv];
}

async function checkFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => null);
  if (found?.isDirectory()) return;
  throw new FactoryError(
    'BAD_INPUT',
    `The folder ${cwd} does not exist, so no session can be started in it.`,
    'Prepare the worktree again.',
  );
}
