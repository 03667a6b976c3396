import { describe, expect, it, vi } from 'vitest';
import { type ErrorCode, FactoryError } from '@/backend/domain/errors';
import { retryTransient } from './retry_transient';

function failing(times: number, code: ErrorCode) {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= times) throw new FactoryError(code, 'Locked.', 'Wait.');
    return 'done';
  };
  return { work, calls: () => calls };
}

describe('retryTransient', () => {
  it('waits for a lock to be let go', async () => {
    const { work, calls } = failing(2, 'BUSY');
    expect(await retryTransient(work)).toBe('done');
    expect(calls()).toBe(3);
  });

  it('repeats nothing else', async () => {
    const { work, calls } = failing(1, 'WRONG_STATE');
    await expect(retryTransient(work)).rejects.toThrow('Locked.');
    expect(calls()).toBe(1);
  });

  it('gives up in the end', async () => {
    vi.useFakeTimers();
    try {
      const { work } = failing(1000, 'BUSY');
      const outcome = retryTransient(work).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await outcome).toMatchObject({ code: 'BUSY' });
    } finally {
      vi.useRealTimers();
    }
  });
});
