import { afterEach, beforeEach, expect, it } from 'vitest';
import { updateSession } from '@/backend/resource_accessors/session.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { addProject, perform } from '../../support/reconciler/commands';
import { type Driver, drive, FAITHFUL, illegalMoves, undone } from '../../support/reconciler/drive';
import { makeWorld, type World } from '../../support/reconciler/world';

let world: World;
let driver: Driver;

beforeEach(async () => {
  world = await makeWorld();
  const projectId = await addProject(world, 3);
  driver = drive(world, FAITHFUL);
  await perform(world, projectId, { by: 'user', do: 'createEpic' });
  await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: null });
  await perform(world, projectId, { by: 'user', do: 'createQuick' });
  await driver.converge();
});
afterEach(() => world.close());

const KINDS = [
  ['an epic', 't000'],
  ['a subtask', 't001'],
  ['a quick task', 't002'],
] as const;
// In the middle of a turn, or between two: what its agent may be found at in that state.
const STATES = [
  ['IN_PROGRESS', 'BUSY'],
  ['REVIEW', 'IDLE'],
  ['BLOCKED', 'BUSY'],
] as const;

async function look(title: string) {
  const task = await world.store.client.task.findFirstOrThrow({
    where: { title },
    include: { agents: { where: { retiredAt: null }, include: { sessions: { where: { endedAt: null } } } } },
  });
  const [agent] = task.agents;
  const [session] = agent?.sessions ?? [];
  if (!agent || !session) throw new Error(`nobody works on ${title}`);
  return { task, agent, session };
}

/** What someone takes away behind our back, each alone and then all of it. */
const LOSSES: Record<string, (of: Awaited<ReturnType<typeof look>>) => void> = {
  worktree: ({ task }) => void world.worktrees.delete(task.worktreePath),
  branch: ({ task }) => void world.branches.delete(task.branchName),
  'private folder': ({ agent }) => void world.bare.add(agent.id),
  session: ({ agent }) => void world.panes.delete(agent.tmuxName),
  'tmux server': () => world.panes.clear(),
  everything: ({ task, agent }) => {
    world.worktrees.delete(task.worktreePath);
    world.branches.delete(task.branchName);
    world.bare.add(agent.id);
    world.panes.clear();
  },
};

const CASES = KINDS.flatMap(([kind, title]) => STATES.map(([state, turn]) => ({ kind, title, state, turn })));

it.each(CASES)(
  '$kind that is $state, its agent $turn, gets back what it lost',
  async ({ title, state, turn }) => {
    const { task } = await look(title);
    if (state !== 'IN_PROGRESS') {
      await world.store.write((tx) => transitionTask(tx, { id: task.id, to: state, actor: 'system' }));
    }
    for (const [what, lose] of Object.entries(LOSSES)) {
      await driver.converge();
      const before = await look(title);
      await world.store.write((tx) => updateSession(tx, before.session.id, { turnState: turn }));
      lose(before);
      // A restart that is put off after a crash has happened by then.
      world.advance(60_000);
      await driver.converge();
      world.advance(60_000);
      await driver.converge();
      const after = await look(title);
      expect(after.task.state, what).toBe(state);
      expect(after.agent, what).toMatchObject({ id: before.agent.id, executionState: 'ACTIVE' });
      expect(world.panes.get(after.agent.tmuxName)?.marker, what).toBe(after.session.marker);
      expect(world.worktrees.has(task.worktreePath), what).toBe(true);
      expect(world.branches.has(task.branchName), what).toBe(true);
      // A branch alone is put back under a worktree that is there: nobody has to stop for it.
      if (what === 'branch') expect(after.session.id).toBe(before.session.id);
      else expect(after.session.id, what).not.toBe(before.session.id);
      // Crashes an hour apart are accidents, not a loop.
      world.advance(3_600_000);
      await world.store.client.session.updateMany({
        data: { turnSince: world.now(), lastHookAt: world.now() },
      });
    }
    expect(world.wrongs).toEqual([]);
    expect(await illegalMoves(world)).toEqual([]);
    expect(await undone(world)).toEqual([]);
  },
);
