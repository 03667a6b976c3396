import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate as letOthersGo } from 'node:timers/promises';

/** Each file that is being read takes one of the few that a process may have open; agents are ended side by side. */
const AT_ONCE = 16;
const BEFORE_A_PAUSE = 64;

/**
 * The line of `/proc` about every process. The kernel has it at hand, so it is read without the detour over another
 * thread, which costs ten times as much.
 */
export async function readEachStat(): Promise<readonly string[]> {
  const read: string[] = [];
  for (const [n, pid] of readdirSync('/proc').filter(isPid).entries()) {
    if (n % BEFORE_A_PAUSE === BEFORE_A_PAUSE - 1) await letOthersGo();
    read.push(statOf(pid));
  }
  return read;
}

/** What some processes were started with; empty for one that is gone by then, or that is not ours to read. */
export async function readEachEnvironment(
  pids: readonly number[],
): Promise<readonly { pid: number; text: string }[]> {
  const read: { pid: number; text: string }[] = [];
  for (let at = 0; at < pids.length; at += AT_ONCE) {
    const some = pids.slice(at, at + AT_ONCE).map(async (pid) => ({
      pid,
      // May wait for the process itself, so never in the way of everything else.
      text: await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    }));
    read.push(...(await Promise.all(some)));
  }
  return read;
}

function isPid(entry: string): boolean {
  return /^\d+$/.test(entry);
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
