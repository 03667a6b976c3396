import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
const SILENT_MS = 15_000;
const ORPHAN_MS = 10 * 60_000;

/**
 * Runs `work` while no other process does. The holder's sign of life is the file's changing timestamp, because a pid
 * can belong to somebody else after a reboot. The child it started is named too: after `kill -9` of the holder an
 * orphaned `npm ci` must end before the next one begins.
 * @param {string} file
 * @param {(lock: { nameChild: (pid: number | undefined) => void }) => unknown} work
 * @param {{ onWait?: (pid: number | undefined) => void }} options
 */
export async function withLock(file, work, { onWait = () => {} } = {}) {
  const token = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  const write = (target, child, flag) =>
    writeFileSync(target, JSON.stringify({ pid: process.pid, token, child }), { flag });
  mkdirSync(path.dirname(file), { recursive: true });
  await acquire({ file, token, write, onWait });

  const beat = setInterval(() => touch(file), HEARTBEAT_MS);
  const release = () => {
    clearInterval(beat);
    if (read(file)?.token === token) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work({ nameChild: (child) => write(file, child, 'w') });
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire({ file, token, write, onWait }) {
  let seen = { heartbeat: undefined, since: 0, told: false };
  for (;;) {
    try {
      write(file, undefined, 'wx');
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }

    const heartbeat = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (heartbeat === undefined) continue;
    if (heartbeat !== seen.heartbeat) seen = { ...seen, heartbeat, since: performance.now() };
    const holder = read(file);

    if (isAbandoned(holder, heartbeat, performance.now() - seen.since)) {
      // Several waiters may get here together: each puts its own name in place, the last one stands.
      const claim = `${file}.${process.pid}`;
      write(claim, undefined, 'w');
      renameSync(claim, file);
      await sleep(250);
      if (read(file)?.token === token) return;
    } else if (!seen.told) {
      seen.told = true;
      onWait(holder?.pid);
    }
    await sleep(100);
  }
}

function isAbandoned(holder, heartbeat, silentFor) {
  const holderGone = holder ? !isAlive(holder.pid) || silentFor > SILENT_MS : silentFor > SILENT_MS;
  if (!holderGone) return false;
  const orphan = holder?.child !== undefined && isAlive(holder.child);
  return !orphan || Date.now() - heartbeat > ORPHAN_MS;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Taken over after a long suspend: the new holder beats now.
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
