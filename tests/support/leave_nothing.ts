import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const OWNER = '.owner';
/** Short: the path of a tmux socket below it may have 100 bytes, and a Mac's own folder takes half of them. */
const PREFIX = 'ff';
/** Made and kept by other programs: tsx, Node's and Claude Code's caches, vitest itself. */
const OF_OTHERS = [/^\.owner$/, /^tsx-/, /^node-compile-cache$/, /^claude-\d+$/, /^[\w-]{21}$/];

/**
 * For vitest's globalSetup. All temporary folders of a run are in one that is removed after it, whatever happened, and
 * with it every process that is still at home there. The run fails when a tmux server or a folder was left behind.
 */
export default function leaveNothing(): (() => void) | undefined {
  if (process.env.FACTORY_TEST_TMP !== undefined) return undefined;
  const outside = os.tmpdir();
  removeAbandoned(outside);
  const dir = mkdtempSync(path.join(outside, PREFIX));
  writeFileSync(path.join(dir, OWNER), String(process.pid));
  process.env.TMPDIR = dir;
  process.env.FACTORY_TEST_TMP = dir;
  return () => {
    process.env.TMPDIR = outside;
    const processes = findProcesses(dir);
    const folders = readdirSync(dir).filter((name) => !OF_OTHERS.some((others) => others.test(name)));
    clear(dir);
    const terminals = processes.filter(({ command }) => /^tmux\b/.test(command));
    if (processes.length > 0) console.warn(`Ended after the tests: ${describe(processes)}.`);
    if (terminals.length + folders.length === 0) return;
    // vitest prints what a teardown throws, and calls the run a success all the same.
    process.exitCode = 1;
    throw new Error(
      `The tests left something behind. tmux: ${describe(terminals)}. Folders: ${folders.join(', ') || 'none'}.`,
    );
  };
}

type Found = { pid: number; command: string };

/** Those that work in the folder, name it in their arguments, or have their home in it. */
function findProcesses(dir: string): Found[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const command = readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
    const isAt = readLink(pid).startsWith(dir) || command.includes(dir);
    const home = new RegExp(`(?:^|\\0)(?:FACTORY_HOME|HOME)=${dir}`);
    return command !== '' && (isAt || home.test(readProc(pid, 'environ'))) ? [{ pid, command }] : [];
  });
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function readLink(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** A run that was killed could not clear up after itself: the next one does. */
function removeAbandoned(outside: string): void {
  for (const name of readdirSync(outside)) {
    const dir = path.join(outside, name);
    const owner = name.startsWith(PREFIX) && readOwner(dir);
    if (owner && !isAlive(owner)) clear(dir);
  }
}

function readOwner(dir: string): number | null {
  try {
    return Number(readFileSync(path.join(dir, OWNER), 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function clear(dir: string): void {
  for (const { pid } of findProcesses(dir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone with another one of them.
    }
  }
  // What was being written by one of those may come back once.
  execFileSync('rm', ['-rf', dir]);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function describe(processes: readonly Found[]): string {
  return processes.map(({ pid, command }) => `${pid} ${command.slice(0, 120)}`).join('; ') || 'none';
}
