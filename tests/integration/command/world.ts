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
import { waitFor } from '../../support/wait_for';

export type CommandWorld = ReturnType<typeof makeCommandWorld>;

/** A home in which commands of projects are run, by this process and by servers that a test kills. */
export function makeCommandWorld() {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-command-'));
  const servers: ChildProcess[] = [];
  const at = (name: string) => path.join(dir, name);
  return {
    dir,
    at,
    deps: { run, home: layOutHome(dir), newId, clock: () => new Date(), commands: keepCommands() },
    /** Another server of this home, which runs the command. */
    startServer(command: string): ChildProcess {
      const script = path.resolve('tests/integration/command/mortal.ts');
      const server = spawn(process.execPath, ['--import', 'tsx', script, dir, command], { stdio: 'ignore' });
      servers.push(server);
      return server;
    },
    async kill(server: ChildProcess): Promise<void> {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    /** The number that a command wrote into this file. */
    pidIn: (name: string): Promise<number> =>
      waitFor(name, () => (existsSync(at(name)) ? Number(readFileSync(at(name), 'utf8')) || null : null)),
    isRunning: (pid: number) => isRunning(pid),
    close(): void {
      for (const server of servers) server.kill('SIGKILL');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
