import os from 'node:os';
import { expect, it } from 'vitest';
import { type Run, run } from '@/backend/clients/process/run';
import { createExecute } from './execute';

/** Git as it answers when another process has just taken something away: so often it fails, then it is itself. */
function failing(times: number, stderr: string): { run: Run; calls: () => number } {
  let calls = 0;
  return {
    calls: () => calls,
    run: async (file, _args, options) => {
      calls += 1;
      const answer = await run(file, ['version'], options);
      return calls <= times ? { ...answer, code: 128, stderr } : { ...answer, code: 0 };
    },
  };
}

const SWEPT = 'error: unable to create temporary file: No such file or directory\nfatal: failure to merge.';

it('tries again when a garbage collection took away the folder of an object', async () => {
  const git = failing(2, SWEPT);
  const { stdout } = await createExecute(git)({ cwd: os.tmpdir(), args: ['merge-tree', 'a', 'b'] });
  expect(stdout).toContain('git version');
  expect(git.calls()).toBe(3);
});

it('says at once what trying again would not change', async () => {
  const git = failing(2, 'fatal: bad object a');
  const asked = createExecute(git)({ cwd: os.tmpdir(), args: ['merge-tree', 'a', 'b'] });
  await expect(asked).rejects.toThrow();
  expect(git.calls()).toBe(1);
});
