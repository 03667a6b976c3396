import { describe, expect, it, vi } from 'vitest';
import type { GitAnswer } from './command';
import { remember } from './remember';

const QUESTION = { cwd: '/repo', args: ['merge-tree', 'a', 'b'], timeless: true };

function counting(answer: () => Partial<GitAnswer> | Error) {
  let asked = 0;
  const execute = remember(async () => {
    asked += 1;
    const said = answer();
    if (said instanceof Error) throw said;
    return { code: 0, stdout: String(asked), stderr: '', truncated: false, ...said };
  });
  return { execute, asked: () => asked };
}

describe('what git is asked twice', () => {
  it('costs one process, also for two who ask at the same time', async () => {
    const { execute, asked } = counting(() => ({}));
    const all = await Promise.all([execute(QUESTION), execute(QUESTION)]);
    expect([...all, await execute(QUESTION)].map(({ stdout }) => stdout)).toEqual(['1', '1', '1']);
    expect(asked()).toBe(1);
  });

  it('is asked anew elsewhere, in other words, and where the answer may change', async () => {
    const { execute, asked } = counting(() => ({}));
    const { timeless, ...changing } = QUESTION;
    for (const command of [
      QUESTION,
      { ...QUESTION, cwd: '/other' },
      { ...QUESTION, args: ['diff'] },
      changing,
    ])
      await execute(command);
    await execute(changing);
    expect(asked()).toBe(5);
  });

  it('is asked anew after a failure, a conflict, and an answer too large to keep', async () => {
    const answers = [new Error('no'), { code: 1 }, { stdout: 'x'.repeat(100_000) }, {}];
    const { execute, asked } = counting(() => answers.shift() ?? {});
    await expect(execute(QUESTION)).rejects.toThrow('no');
    for (let n = 0; n < 4; n += 1) await execute(QUESTION);
    expect(asked()).toBe(4);
  });

  it('is forgotten after a minute, and when there is too much of it', async () => {
    const { execute, asked } = counting(() => ({}));
    const later = vi.spyOn(performance, 'now');
    try {
      await execute(QUESTION);
      later.mockReturnValue(performance.now() + 61_000);
      await execute(QUESTION);
      expect(asked()).toBe(2);
      for (let n = 0; n < 600; n += 1) await execute({ ...QUESTION, args: [String(n)] });
      await execute(QUESTION);
      expect(asked()).toBe(603);
    } finally {
      later.mockRestore();
    }
  });
});
