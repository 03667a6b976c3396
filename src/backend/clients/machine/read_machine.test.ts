import os from 'node:os';
import { expect, it } from 'vitest';
import { run } from '../process/run';
import { readMachine, readVmStat } from './read_machine';

it('reads memory and disk of this machine', async () => {
  const machine = await readMachine({ run, dir: os.tmpdir() });
  expect(machine.freeMemoryMb).toBeGreaterThan(1);
  expect(machine.freeDiskMb).toBeGreaterThan(1);
});

it('counts pages that macOS can take back', () => {
  const text = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10.
Pages active:                          90000.
Pages inactive:                           20.
Pages speculative:                         5.
Pages throttled:                           0.
Pages purgeable:                           1.
`;
  expect(readVmStat(text)).toBe(36 * 16384);
});
