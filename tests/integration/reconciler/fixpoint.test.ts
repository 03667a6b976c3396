import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addProject, type Command, commands, perform, release } from '../../support/reconciler/commands';
import {
  drive,
  FAITHFUL,
  illegalMoves,
  outcomeOf,
  type Schedule,
  touchAll,
  undone,
} from '../../support/reconciler/drive';
import { makeWorld, type World } from '../../support/reconciler/world';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 8);
// Hundreds of runs on a busy machine take hours; a time limit is for what hangs.
const TIMEOUT_MS = Math.max(900_000, RUNS * 60_000);
// The same cases every time in npm test; another PROPERTY_SEED looks elsewhere.
const SEED = Number(process.env.PROPERTY_SEED ?? 1);

type Play = {
  list: readonly Command[];
  schedule: Schedule;
  maxWorkers: number;
  /** Agents too act while the reconciler is in the middle of something, and on whatever there is by then. */
  wild?: boolean;
};

async function play(world: World, input: Play): Promise<void> {
  const { schedule, wild = false } = input;
  const projectId = await addProject(world, input.maxWorkers);
  const driver = drive(world, schedule);
  for (const command of input.list) {
    // Two runs can only be compared if an agent acts where one runs in both. People act at any moment.
    if ((command.by === 'agent' && !wild) || schedule === FAITHFUL) {
      await driver.converge();
      await perform(world, projectId, command);
    } else {
      const rounds = Math.floor(schedule.random() * 4);
      await Promise.all([driver.step(rounds), perform(world, projectId, command)]);
    }
  }
  await driver.converge();
  await release(world);
  world.advance(65_000);
  await driver.converge();
}

/** No rule was broken on the way, nothing is left to do, and looking at everything again changes nothing. */
async function expectRest(world: World): Promise<void> {
  expect(world.wrongs).toEqual([]);
  expect(await illegalMoves(world)).toEqual([]);
  expect(await undone(world)).toEqual([]);
  const before = [await writesOf(world), world.effects.length];
  await touchAll(world);
  expect([await writesOf(world), world.effects.length]).toEqual(before);
}

async function writesOf(world: World): Promise<unknown> {
  return world.store.client.writeTurn.findMany();
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

describe('the reconciler', () => {
  it('reaches the same end whatever becomes of its wakes, and then rests', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.integer(), async (list, seed) => {
        const random = seeded(seed);
        const rough = { random, lose: random() * 0.9, double: random() * 0.5 };
        const [plain, shaken] = await Promise.all([makeWorld(), makeWorld()]);
        try {
          await play(plain, { list, schedule: FAITHFUL, maxWorkers: 64 });
          await play(shaken, { list, schedule: rough, maxWorkers: 64 });
          await expectRest(plain);
          await expectRest(shaken);
          expect(await outcomeOf(shaken)).toEqual(await outcomeOf(plain));
        } finally {
          await Promise.all([plain.close(), shaken.close()]);
        }
      }),
      { numRuns: RUNS, endOnFailure: process.env.CI !== undefined, seed: SEED },
    );
  });

  it('comes to rest whatever happens in the middle of what, never with more workers than are allowed', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, fc.integer(), async (list, seed) => {
        const random = seeded(seed);
        const world = await makeWorld();
        world.checkpoint = () => {
          const workers = [...world.panes.keys()].filter((name) => name.startsWith('worker-'));
          if (workers.length > 2) world.wrongs.push(`${workers.length} workers at once`);
        };
        try {
          const schedule = { random, lose: random() * 0.5, double: random() * 0.5 };
          await play(world, { list, schedule, maxWorkers: 2, wild: true });
          await expectRest(world);
        } finally {
          await world.close();
        }
      }),
      { numRuns: RUNS, endOnFailure: process.env.CI !== undefined, seed: SEED },
    );
  });
});
