import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { coalesce } from './coalesce';

it('shares one look among all who ask while another is under way', async () => {
  let looks = 0;
  const look = coalesce(async () => {
    const mine = ++looks;
    await sleep(5);
    return mine;
  });
  const first = look();
  const others = Array.from({ length: 50 }, () => look());
  expect(await first).toBe(1);
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
  expect(await look()).toBe(3);
});

it('never answers with a look that began before it was asked', async () => {
  let world = 0;
  const look = coalesce(async () => {
    const seen = world;
    await sleep(3);
    return seen;
  });
  const asked: Promise<void>[] = [];
  for (let n = 1; n <= 30; n++) {
    world = n;
    asked.push(look().then((seen) => expect(seen).toBeGreaterThanOrEqual(n)));
    if (n % 4 === 0) await sleep(2);
  }
  await Promise.all(asked);
});

it('a look that failed is not remembered', async () => {
  let fail = true;
  const look = coalesce(async () => {
    await sleep(1);
    if (fail) throw new Error('no');
    return 'yes';
  });
  const first = look();
  const second = look();
  await expect(first).rejects.toThrow('no');
  fail = false;
  expect(await second).toBe('yes');
});
