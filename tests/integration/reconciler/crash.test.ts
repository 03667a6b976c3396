import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '@/backend/resource_accessors/store/store';
import { addProject, type Command, perform } from '../../support/reconciler/commands';
import {
  type Driver,
  drive,
  FAITHFUL,
  illegalMoves,
  outcomeOf,
  undone,
} from '../../support/reconciler/drive';
import { bindFakes, makeWorld, type World } from '../../support/reconciler/world';

/** Every boundary takes about a second; 1 tries them all. */
const STRIDE = Number(process.env.CRASH_STRIDE ?? 9);

/** Something of everything: start, crash, loss, hold, review, failure, retry, cancel, delete. */
const STORY: Command[] = [
  { by: 'user', do: 'createEpic' },
  { by: 'user', do: 'createSubtask', n: 0, after: null },
  { by: 'user', do: 'createSubtask', n: 0, after: 0 },
  { by: 'agent', do: 'sayBlocked', n: 1 },
  { by: 'agent', do: 'unblock', n: 1 },
  { by: 'agent', do: 'die', n: 1 },
  { by: 'agent', do: 'loseWorktree', n: 0 },
  { by: 'agent', do: 'submit', n: 1 },
  { by: 'agent', do: 'approve', n: 1 },
  { by: 'user', do: 'pause', n: 0 },
  { by: 'user', do: 'resume', n: 0 },
  { by: 'agent', do: 'loseServer', n: 0 },
  { by: 'agent', do: 'minutes', n: 0 },
  { by: 'user', do: 'fail', n: 2 },
  { by: 'user', do: 'retry', n: 2 },
  { by: 'user', do: 'createQuick' },
  { by: 'user', do: 'cancel', n: 3 },
  { by: 'user', do: 'delete', n: 2 },
  { by: 'agent', do: 'minutes', n: 0 },
];

/** One server that dies at its n-th boundary: from then on nothing that it had begun ever goes on. */
function mortal(world: World, diesAt: number) {
  let count = 0;
  let dead = false;
  let tell = (): void => undefined;
  const death = new Promise<'died'>((resolve) => {
    tell = () => resolve('died');
  });
  async function boundary(): Promise<void> {
    if (!dead && ++count === diesAt) {
      dead = true;
      tell();
    }
    if (dead) await new Promise(() => undefined);
  }
  const store: Store = {
    ...world.store,
    async write(work) {
      await boundary();
      const result = await world.store.write(work);
      await boundary();
      return result;
    },
  };
  world.checkpoint = boundary;
  world.deps = { ...world.deps, store, ports: bindFakes(world, store) };
  return { death, count: () => count };
}

async function play(diesAt: number): Promise<{ world: World; boundaries: number }> {
  const world = await makeWorld();
  const projectId = await addProject(world, 4);
  const first = mortal(world, diesAt);
  let life = first;
  let driver = drive(world, FAITHFUL);
  for (const command of STORY) {
    await perform(world, projectId, command);
    const alive = (await Promise.race([settle(world, driver), life.death])) !== 'died';
    if (alive) continue;
    // What was on its way to the database at that moment gets there before the next server starts, or never.
    await sleep(1);
    await world.store.write(async () => undefined);
    life = mortal(world, Number.POSITIVE_INFINITY);
    driver = drive(world, FAITHFUL, world.store.tail.last());
    await settle(world, driver);
  }
  return { world, boundaries: first.count() };
}

/** A restart that is put off after a crash has happened too when this returns. */
async function settle(world: World, driver: Driver): Promise<void> {
  await driver.converge();
  world.advance(6000);
  await driver.converge();
}

describe('a server that dies', () => {
  it('at any boundary leaves nothing that the next one cannot put right', { timeout: 900_000 }, async () => {
    const whole = await play(Number.POSITIVE_INFINITY);
    const expected = await outcomeOf(whole.world);
    await whole.world.close();
    expect(whole.boundaries).toBeGreaterThan(80);
    for (let diesAt = 1; diesAt <= whole.boundaries; diesAt += STRIDE) {
      const { world } = await play(diesAt);
      expect(world.wrongs, `boundary ${diesAt}`).toEqual([]);
      expect(await illegalMoves(world), `boundary ${diesAt}`).toEqual([]);
      expect(await undone(world), `boundary ${diesAt}`).toEqual([]);
      expect(await outcomeOf(world), `boundary ${diesAt}`).toEqual(expected);
      await world.close();
    }
  });
});
