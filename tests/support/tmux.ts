import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Run, run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import type { StartSessionInput, TmuxClient, TmuxSession } from '@/backend/clients/tmux/tmux_client';
import { waitFor } from './wait_for';

export type TestTmux = {
  tmux: TmuxClient;
  dir: string;
  socketPath: string;
  configPath: string;
  /** The arguments of every tmux process that was started. */
  calls: string[][];
  /** tmux itself, past the client: for what a stranger might do on our socket. */
  raw(...args: string[]): Promise<string>;
  start(input: Partial<StartSessionInput> & Pick<StartSessionInput, 'name' | 'argv'>): Promise<number>;
  /** What the session's screen shows, once it shows `text`. */
  screenWith(name: string, text: string): Promise<string>;
  whenDead(name: string): Promise<TmuxSession>;
  cleanup(): Promise<void>;
};

/** A tmux server on a private socket in a folder of its own. `cleanup` leaves no process and no folder. */
export async function createTestTmux(
  options: { env?: Record<string, string | undefined>; run?: Run } = {},
): Promise<TestTmux> {
  const start = options.run ?? run;
  const dir = await mkdtemp(path.join(os.tmpdir(), 'ff-tmux-'));
  const socketPath = path.join(dir, 's');
  const configPath = path.join(dir, 'tmux.conf');
  const env = options.env ?? { PATH: process.env.PATH, HOME: dir, LANG: 'C.UTF-8', SHELL: '/bin/sh' };
  const calls: string[][] = [];
  const counted: Run = (file, args, runOptions) => {
    if (file === 'tmux') calls.push([...args]);
    return start(file, args, runOptions);
  };
  const tmux = createTmuxClient({ run: counted, socketPath, configPath, env });

  return {
    tmux,
    dir,
    socketPath,
    configPath,
    calls,
    async raw(...args) {
      const result = await start('tmux', ['-u', '-S', socketPath, '-f', configPath, ...args]);
      if (result.code !== 0) throw new Error(`tmux ${args.join(' ')}: ${result.stderr}`);
      return result.stdout;
    },
    async start(input) {
      const started = await tmux.startSession({
        cwd: dir,
        env: {},
        cols: 120,
        rows: 40,
        marker: `marker-${input.name}`,
        ...input,
      });
      return started.panePid;
    },
    screenWith: (name, text) =>
      waitFor(
        `"${text}" on the screen of ${name}`,
        async () => {
          const screen = await tmux.capture({ name });
          return screen.includes(text) ? screen : null;
        },
        { instead: () => tmux.capture({ name, historyLines: 50 }) },
      ),
    whenDead: (name) =>
      waitFor(`the end of ${name}`, async () => {
        const session = await tmux.readSession({ name });
        // The program is gone a moment before tmux knows how it ended.
        return session?.dead && (session.exitStatus ?? session.exitSignal) !== null ? session : null;
      }),
    async cleanup() {
      await tmux.killServer({ graceMs: 200 });
      await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
