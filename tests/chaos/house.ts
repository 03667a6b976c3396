import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '@/backend/clients/home/read_config';
import { compose } from '@/backend/compose';
import { writeSetting } from '@/backend/resource_accessors/setting.accessor';
import type { Planned } from '@/backend/services/reconciler/actions';
import { planNow } from '@/backend/services/reconciler/plan_now';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import { freePort } from '../support/server';
import { waitFor } from '../support/wait_for';

const exec = promisify(execFile);
const DISK_MB = 192;
/** So short that a run shows in seconds what takes minutes at other times. */
const LIMITS = SystemLimits.parse({
  nudgeMinutes: 0.1,
  nudgeLimit: 20,
  minFreeDiskMb: 8,
  minFreeMemoryMb: 100,
  systemCrashLimit: 1000,
});

type System = Awaited<ReturnType<typeof compose>>;

export type House = {
  dir: string;
  /** Holds the factory's home and the repository; a small disk of its own where we may mount one. */
  disk: string;
  home: string;
  repo: string;
  smallDisk: boolean;
  /** The same rows as the server's, as the command line has them. */
  deps: System['deps'];
  /** What the reconciler would do now. */
  plan(): Promise<Planned[]>;
  git(cwd: string, ...args: string[]): Promise<string>;
  server: {
    port: number;
    start(): Promise<void>;
    kill(): Promise<void>;
    /** How often it ended though nobody had asked it to. */
    endedByItself(): string[];
    /** For good: nothing starts it again. */
    end(): Promise<void>;
    stop(): Promise<number | null>;
  };
  setFaults(change: { clockOffsetMs?: number; deaf?: boolean }): Promise<void>;
  clockOffset(): number;
  /** Leaves no process and no mount; the folder goes too unless it is wanted. */
  close(keep: boolean): Promise<void>;
};

/** A home, a repository and a server of their own for one seed. */
export async function openHouse(seed: number): Promise<House> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), `ff-chaos-${seed}-`)));
  const disk = path.join(dir, 'disk');
  await mkdir(disk);
  const smallDisk = await mountSmallDisk(disk);
  const home = path.join(disk, 'factory');
  const userHome = path.join(dir, 'user');
  const faultsFile = path.join(dir, 'faults.json');
  let faults = { clockOffsetMs: 0, deaf: false, sweepMs: 3000 };
  await mkdir(userHome);
  await writeFile(faultsFile, JSON.stringify(faults));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: userHome,
    FACTORY_HOME: home,
    PORT: String(await freePort()),
    BROWSER: 'none',
    NODE_ENV: 'test' as const,
    FACTORY_FAULTS: faultsFile,
    LOG_LEVEL: 'debug',
  };
  const git = async (cwd: string, ...args: string[]) =>
    (
      await exec('git', args, {
        cwd,
        env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
        maxBuffer: 64 * 1024 * 1024,
      })
    ).stdout.trimEnd();
  const repo = await makeRepository(git, path.join(disk, 'repo'));
  const server = manageServer({ dir, env });
  await server.start();
  const system = await compose(readConfig({ env, argv: [] }));
  await system.deps.store.write((tx) => writeSetting(tx, LIMITS_KEY, LIMITS));
  return {
    dir,
    disk,
    home,
    repo,
    smallDisk,
    deps: system.deps,
    plan: () =>
      planNow({ ...system.deps, ports: system.bindPorts(system.deps), watchedSince: () => new Date(0) }),
    git,
    server,
    async setFaults(change) {
      faults = { ...faults, ...change };
      await writeFile(`${faultsFile}.new`, JSON.stringify(faults));
      await rename(`${faultsFile}.new`, faultsFile);
    },
    clockOffset: () => faults.clockOffsetMs,
    async close(keep) {
      await server.end();
      await system.close().catch(() => undefined);
      await system.deps.tmux.killServer({ graceMs: 200 }).catch(() => undefined);
      await endProcessesOf(disk);
      if (smallDisk) {
        if (keep) await cp(disk, path.join(dir, 'kept'), { recursive: true, filter: isFile }).catch(() => {});
        // Lazily: our own log is open on it until this process ends.
        await waitFor('the disk to be let go', () => unmount(disk), { timeoutMs: 10_000 });
      }
      if (!keep) await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function isFile(source: string): boolean {
  return !source.endsWith('.sock');
}

async function mountSmallDisk(disk: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return exec('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'ff-chaos', disk]).then(
    () => true,
    () => false,
  );
}

function unmount(disk: string): Promise<boolean> {
  return exec('umount', ['--lazy', disk]).then(
    () => true,
    () => false,
  );
}

async function makeRepository(git: House['git'], repo: string): Promise<string> {
  await mkdir(repo, { recursive: true });
  await git(repo, 'init', '--quiet', '--initial-branch=main');
  await git(repo, 'config', 'user.name', 'Test User');
  await git(repo, 'config', 'user.email', 'user@example.com');
  await writeFile(path.join(repo, 'README.md'), '# A repository\n');
  await writeFile(path.join(repo, 'mine.txt'), 'one\n');
  await git(repo, 'add', '--all');
  await git(repo, 'commit', '--quiet', '-m', 'Initial commit');
  return repo;
}

function manageServer(input: {
  dir: string;
  env: Record<string, string> & { PORT: string };
}): House['server'] {
  const output = createWriteStream(path.join(input.dir, 'server.out'), { flags: 'a' });
  const mishaps: string[] = [];
  let child: ChildProcess | null = null;
  let gone: Promise<number | null> = Promise.resolve(null);
  let over = false;
  const isUp = () =>
    fetch(`http://127.0.0.1:${input.env.PORT}/api/health`, { headers: { connection: 'close' } }).then(
      (answer) => answer.ok,
      () => false,
    );
  const spawnIt = () => {
    const mine = spawn(process.execPath, ['--enable-source-maps', 'dist/server.mjs', '--role', 'daemon'], {
      env: { ...input.env, NODE_ENV: 'test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [mine.stdout, mine.stderr]) {
      stream.on('data', (text: Buffer) => {
        said = `${said}${text.toString()}`.slice(-2000);
        output.write(text);
      });
    }
    gone = new Promise((resolve) => {
      mine.once('close', (code, signal) => {
        if (child === mine) mishaps.push(`the server ended by itself (${code ?? signal}): ${said.trim()}`);
        resolve(code);
      });
    });
    child = mine;
  };
  return {
    port: Number(input.env.PORT),
    async start() {
      // With a full disk or a held database it may have to be started more than once.
      for (const deadline = Date.now() + 60_000; Date.now() < deadline && !over; ) {
        const before = mishaps.length;
        spawnIt();
        while (mishaps.length === before) {
          if (await isUp()) return;
          await sleep(30);
        }
        mishaps.pop();
        await sleep(500);
      }
      throw new Error('The server cannot be started any more.');
    },
    async kill() {
      const mine = child;
      child = null;
      mine?.kill('SIGKILL');
      await gone;
    },
    endedByItself: () => mishaps,
    async end() {
      over = true;
      await this.kill();
    },
    async stop() {
      const mine = child;
      child = null;
      mine?.kill('SIGTERM');
      return gone;
    },
  };
}

/** Every process that has this folder in its arguments, its environment or as its own folder. */
export async function processesOf(
  folder: string,
  look: readonly ('cmdline' | 'environ')[] = ['cmdline', 'environ'],
): Promise<{ pid: number; argv: string[] }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const texts = await Promise.all(look.map(read));
      if (!texts.some((text) => text.includes(folder))) return [];
      return [{ pid: Number(pid), argv: (texts[0] ?? '').split('\0') }];
    }),
  );
  return found.flat();
}

async function endProcessesOf(folder: string): Promise<void> {
  for (const { pid } of await processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
