import path from 'node:path';
import type { Run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';
import { attach } from './attach';
import { capture } from './capture';
import { captureAll } from './capture_all';
import { captureScreens } from './capture_screens';
import { sessionTarget } from './core/check_input';
import { createCall } from './core/create_call';
import { chooseEnvironment } from './core/environment';
import type { Tmux } from './core/tmux';
import { killServer } from './kill_server';
import { killSession } from './kill_session';
import { listSessions, readSession } from './list_sessions';
import { pasteText } from './paste_text';
import { resize } from './resize';
import { clearLine, sendEnter, sendKeys } from './send_keys';
import { startSession } from './start_session';
import type { TmuxClient } from './tmux_client';
import { viewForTyping } from './view_for_typing';

type Deps = {
  run: Run;
  socketPath: string;
  configPath: string;
  /** Where the base environment of sessions is chosen from; our own unless told. */
  env?: Readonly<Record<string, string | undefined>>;
};

export function createTmuxClient(deps: Deps): TmuxClient {
  checkSocketPath(deps.socketPath);
  const base = chooseEnvironment(deps.env ?? process.env);
  const { call, checkVersion } = createCall({ ...deps, env: base.env });
  const tmux: Tmux = {
    call,
    run: deps.run,
    socketPath: deps.socketPath,
    configPath: deps.configPath,
    base,
  };
  return {
    checkVersion,
    startSession: (input) => startSession(tmux, input),
    listSessions: () => listSessions(tmux),
    readSession: (input) => readSession(tmux, input),
    capture: (input) => capture(tmux, input),
    captureAll: (input) => captureAll(tmux, input),
    captureScreens: (input) => captureScreens(tmux, input),
    viewForTyping: (input) => viewForTyping(tmux, input),
    attach: (input) => attach(tmux, input),
    resize: (input) => resize(tmux, input),
    sendKeys: (input) => sendKeys(tmux, input),
    pasteText: (input) => pasteText(tmux, input),
    sendEnter: (input) => sendEnter(tmux, input),
    clearLine: (input) => clearLine(tmux, input),
    killSession: (input) => killSession(tmux, input),
    killServer: (input) => killServer(tmux, input),
    attachCommand: ({ name }) =>
      `tmux -u -S ${shellWord(deps.socketPath)} attach-session -t ${shellWord(sessionTarget(name))}`,
  };
}

/** The address of a socket has room for about 104 bytes; past that tmux fails with no helpful word. */
function checkSocketPath(socketPath: string): void {
  if (path.isAbsolute(socketPath) && Buffer.byteLength(socketPath) < 100) return;
  throw new FactoryError(
    'BAD_INPUT',
    `The path of the tmux socket must be absolute and shorter than 100 bytes: ${socketPath}.`,
    'Choose a shorter data folder.',
  );
}

function shellWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
