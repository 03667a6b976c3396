import { execFile, spawn } from 'node:child_process';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { House } from './house';
import type { Fault, FaultKind } from './plan';
import { agentProcesses } from './watch';

const exec = promisify(execFile);

type Of<Kind extends FaultKind> = Extract<Fault, { kind: Kind }>;
/** What was done, in words; null when there was nothing to do it to. */
type Cause<Kind extends FaultKind> = (house: House, fault: Of<Kind>) => Promise<string | null>;

const CAUSES: { [Kind in FaultKind]: Cause<Kind> } = {
  async kill_server(house, { forMs }) {
    await house.server.kill();
    await sleep(forMs);
    await house.server.start();
    return `the server, for ${forMs} ms`;
  },
  async kill_agent(house, { pick }) {
    const victim = choose(await agentProcesses(house), pick);
    if (victim === null) return null;
    return kill(victim.pid) ? `agent ${victim.agentId}, process ${victim.pid}` : null;
  },
  async kill_tmux(house) {
    const pid = await tmuxServer(house);
    return pid !== null && kill(pid) ? `the tmux server, process ${pid}` : null;
  },
  async delete_worktree(house, { pick }) {
    const folder = choose(await worktreesOf(house), pick);
    if (folder === null) return null;
    // Gone at once, as by a file manager: what is made anew in its place is not deleted with it.
    const trash = path.join(house.disk, `deleted-${Date.now()}`);
    await rename(folder, trash);
    await rm(trash, { recursive: true, force: true, maxRetries: 3 });
    return folder;
  },
  async leave_lock(house, { pick }) {
    const folder = choose(await worktreesOf(house), pick);
    if (folder === null) return null;
    const gitDir = await house.git(folder, 'rev-parse', '--absolute-git-dir').catch(() => null);
    if (gitDir === null) return null;
    const lock = path.join(gitDir, 'index.lock');
    return writeFile(lock, '', { flag: 'wx' }).then(
      () => lock,
      () => null,
    );
  },
  async fill_disk(house, { forMs }) {
    if (!house.smallDisk) return null;
    const ballast = path.join(house.disk, 'ballast');
    await fill(ballast);
    await sleep(forMs);
    await rm(ballast);
    return `the disk, for ${forMs} ms`;
  },
  async hold_database(house, { forMs }) {
    await holdDatabase(path.join(house.home, 'factory.db'), forMs);
    return `the database, for ${forMs} ms`;
  },
  async drop_wakes(house, { forMs }) {
    await house.setFaults({ deaf: true });
    await sleep(forMs);
    await house.setFaults({ deaf: false });
    return `wakes, for ${forMs} ms`;
  },
  async jump_clock(house, { byMs }) {
    await house.setFaults({ clockOffsetMs: house.clockOffset() + byMs });
    return `the clock, by ${Math.round(byMs / 1000)} s`;
  },
};

export function causeFault<Kind extends FaultKind>(
  house: House,
  fault: Of<Kind> & { kind: Kind },
): Promise<string | null> {
  return CAUSES[fault.kind](house, fault);
}

function choose<T>(from: readonly T[], pick: number): T | null {
  return from[Math.floor(pick * from.length)] ?? null;
}

/** False when it ended by itself after it was looked for. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH') return false;
    throw thrown;
  }
}

async function worktreesOf(house: House): Promise<string[]> {
  const listed = await house.git(house.repo, 'worktree', 'list', '--porcelain');
  const folders = listed.split('\n').flatMap((line) => (line.startsWith('worktree ') ? [line.slice(9)] : []));
  const ours = folders.filter((folder) => folder.startsWith(house.home)).sort();
  const there = await Promise.all(ours.map((folder) => stat(folder).catch(() => null)));
  return ours.filter((_, n) => there[n]?.isDirectory());
}

async function tmuxServer(house: House): Promise<number | null> {
  const socket = path.join(house.home, 'tmux.sock');
  const { stdout } = await exec('tmux', ['-S', socket, 'display-message', '-p', '#{pid}']).catch(() => ({
    stdout: '',
  }));
  const pid = Number.parseInt(stdout, 10);
  return Number.isInteger(pid) ? pid : null;
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let size = 1024 * 1024; size >= 512; size /= 2) {
      const block = Buffer.alloc(size, 1);
      while (
        await handle.write(block).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await handle.close();
  }
  if ((await readdir(path.dirname(file))).length === 0) throw new Error('The small disk is gone.');
}

/** From a process of its own, as a backup or a database browser would. */
function holdDatabase(file: string, forMs: number): Promise<void> {
  const program = `const Database = require('better-sqlite3');
    const db = new Database(process.argv[1], { timeout: 10000 });
    db.exec('BEGIN EXCLUSIVE');
    setTimeout(() => { db.exec('COMMIT'); db.close(); }, Number(process.argv[2]));`;
  const child = spawn(process.execPath, ['-e', program, file, String(forMs)], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}
