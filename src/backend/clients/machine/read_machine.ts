import { statfs } from 'node:fs/promises';
import os from 'node:os';
import type { Run } from '../process/run';

type MachineFacts = {
  freeMemoryMb: number;
  memoryMb: number;
  freeDiskMb: number;
  diskMb: number;
};

const MB = 1024 * 1024;

/** What is left of this machine: memory that a new program could get, and disk below a folder. */
export async function readMachine(input: { run: Run; dir: string }): Promise<MachineFacts> {
  const [memory, disk] = await Promise.all([freeMemory(input.run), statfs(input.dir)]);
  return {
    freeMemoryMb: memory / MB,
    memoryMb: os.totalmem() / MB,
    freeDiskMb: (disk.bavail * disk.bsize) / MB,
    diskMb: (disk.blocks * disk.bsize) / MB,
  };
}

/** macOS calls memory free only when nothing is cached in it, so there the pages that can be taken back are counted. */
async function freeMemory(run: Run): Promise<number> {
  if (process.platform !== 'darwin') return Math.min(os.freemem(), process.availableMemory());
  const { code, stdout } = await run('vm_stat', [], { timeoutMs: 2000 });
  return code === 0 ? readVmStat(stdout) : os.freemem();
}

export function readVmStat(text: string): number {
  const pageSize = Number(text.match(/page size of (\d+) bytes/)?.[1] ?? 4096);
  const pages = ['free', 'inactive', 'speculative', 'purgeable'].map((kind) =>
    Number(text.match(new RegExp(`Pages ${kind}:\\s+(\\d+)`))?.[1] ?? 0),
  );
  return pages.reduce((sum, count) => sum + count, 0) * pageSize;
}
