import { readdir, readFile } from 'node:fs/promises';

/** Each file that is being read takes one of the few that a process may have open; agents are ended side by side. */
const AT_ONCE = 16;

/** One file of `/proc` for every process; empty for one that is gone by then, or that is not ours to read. */
export async function readEachProcess(
  file: 'stat' | 'environ',
): Promise<readonly { pid: number; text: string }[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const read: { pid: number; text: string }[] = [];
  for (let at = 0; at < pids.length; at += AT_ONCE) {
    const some = pids.slice(at, at + AT_ONCE).map(async (pid) => ({
      pid: Number(pid),
      text: await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => ''),
    }));
    read.push(...(await Promise.all(some)));
  }
  return read;
}
