import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { isRunning } from '@/backend/clients/process/is_running';
import { run } from '@/backend/clients/process/run';
import { keepCommands } from '@/backend/services/command/keep_commands';
import { openTestStore } from '../../support/store';
import { waitFor } from '../../support/wait_for';

export type CommandWorld = Awaited<ReturnType<typeof makeCommandWorld>>;

/** A home in which commands of projects are run, by this process and by servers that a test kills. */
export async function makeCommandWorld() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-command-'));
  const db = await openTestStore();
  const servers: ChildProcess[] = [];
  const at = (name: string) => path.join(dir, name);
  return {
    dir,
    at,
    db,
    deps: {
      store: db.store,
      run,
      home: layOutHome(dir),
      newId,
      clock: () => new Date(),
      commands: keepCommands(),
    },
    /** Another server of this home, which runs the command. */
    startServer(command: string): ChildProcess {
      const script = path.resolve('tests/integration/command/mortal.ts');
      const server = spawn(process.execPath, ['--import', 'tsx', script, dir, db.file, command], {
        stdio: 'ignore',
      });
      servers.push(server);
      return server;
    },
    async kill(server: ChildProcess): Promise<void> {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    pidIn: (name: string) => pidIn(at(name)),
    isRunning: (pid: number) => isRunning(pid),
    async close(): Promise<void> {
      await db.close();
      for (const server of servers) server.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The number that a command wrote into this file, which is then taken away. */
export async function pidIn(file: string): Promise<number> {
  const pid = await waitFor(file, () =>
    existsSync(file) ? Number(readFileSync(file, 'utf8')) || null : null,
  );
  rmSync(file);
  return pid;
}
