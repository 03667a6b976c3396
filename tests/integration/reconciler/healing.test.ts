import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import type { Reconciler } from '@/backend/services/reconciler/start_reconciler';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { createEpic } from '@/backend/services/task/create_epic';
import { deleteTask } from '@/backend/services/task/delete_task';
import { pauseTask } from '@/backend/services/task/pause_task';
import { resumeTask } from '@/backend/services/task/resume_task';
import { writeFiles } from '../../support/git';
import { startFactory } from '../../support/reconciler/start_factory';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

let world: SessionWorld;
let reconciler: Reconciler;

beforeAll(async () => {
  world = await startSessionWorld();
  reconciler = await startFactory(world);
});
afterAll(async () => {
  await reconciler?.stop();
  await world?.cleanup();
});

const LISTEN = JSON.stringify({ mode: 'listen' });

async function startEpic(title: string) {
  const project = await world.deps.store.client.project.findFirstOrThrow();
  const epic = await createEpic(world.deps, {
    parentId: null,
    projectId: project.id,
    title,
    description: 'Do it.',
    options: { supervisor: { provider: 'practice' }, provider: { scenario: LISTEN } },
  });
  await whenWorking(epic.id);
  return epic;
}

/** Its agent runs in its own pane, is ready, and its folder and branch are there. */
function whenWorking(taskId: string, after: { session?: string } = {}) {
  return waitFor(
    `the agent of ${taskId} to work`,
    async () => {
      const { store, tmux, git } = world.deps;
      const task = await store.client.task.findUniqueOrThrow({ where: { id: taskId } });
      const agents = await store.client.agent.findMany({
        where: { taskId, retiredAt: null },
        include: { sessions: { where: { endedAt: null } } },
      });
      const [agent] = agents;
      const session = agent?.sessions[0];
      if (
        !agent ||
        agents.length !== 1 ||
        !session ||
        session.id === after.session ||
        session.readyAt === null
      )
        return null;
      const panes = (await tmux.listSessions()).filter((pane) => pane.name === session.tmuxName);
      const there = panes.length === 1 && panes[0]?.marker === session.marker && !panes[0].dead;
      const branch = await git.branchExists({ repo: world.repo, branch: task.branchName });
      return there && branch && agent.executionState === 'ACTIVE' ? { task, agent, session } : null;
    },
    {
      timeoutMs: 50_000,
      instead: async () =>
        JSON.stringify(
          [
            await world.deps.store.client.task.findUnique({
              where: { id: taskId },
              include: { agents: { include: { sessions: true } } },
            }),
            await world.deps.store.client.condition.findMany(),
            await reconciler.plan(`task:${taskId}`),
          ],
          null,
          1,
        ),
    },
  );
}

describe('the levers of a task', { timeout: 120_000 }, () => {
  it('pausing keeps the conversation; going on resumes it', async () => {
    const epic = await startEpic('Sleeps and wakes');
    const before = await whenWorking(epic.id);
    await pauseTask(world.deps, { taskId: epic.id });
    await waitFor('the pause', async () => {
      const agent = await world.deps.store.client.agent.findUniqueOrThrow({ where: { id: before.agent.id } });
      const panes = await world.deps.tmux.listSessions();
      return agent.executionState === 'PAUSED' && !panes.some((pane) => pane.name === agent.tmuxName);
    });
    await resumeTask(world.deps, { taskId: epic.id });
    const after = await whenWorking(epic.id, { session: before.session.id });
    expect(after.agent.id).toBe(before.agent.id);
    expect(after.session).toMatchObject({ ordinal: 2, providerSessionId: before.session.providerSessionId });
    await cancelTask(world.deps, { taskId: epic.id });
  });

  it('cancelling saves work and keeps the branch; deleting leaves the rescue ref alone', async () => {
    const epic = await startEpic('Given up');
    const { agent } = await whenWorking(epic.id);
    await writeFiles(epic.worktreePath, { 'unsaved.txt': 'precious\n' });
    await cancelTask(world.deps, { taskId: epic.id });
    await waitFor('everything to be cleared away', async () => {
      const task = await world.deps.store.client.task.findUniqueOrThrow({ where: { id: epic.id } });
      const one = await world.deps.store.client.agent.findUniqueOrThrow({ where: { id: agent.id } });
      return task.preparedAt === null && one.retiredAt !== null;
    });
    const panes = await world.deps.tmux.listSessions();
    expect(panes.some((pane) => pane.name === agent.tmuxName)).toBe(false);
    expect(await world.deps.git.branchExists({ repo: world.repo, branch: epic.branchName })).toBe(true);
    const [rescue] = (
      await world.git.git(world.repo, 'for-each-ref', '--format=%(refname)', 'refs/factoryfactory')
    )
      .split('\n')
      .filter((ref) => ref.includes(epic.id));
    expect(await world.git.git(world.repo, 'show', `${rescue}:unsaved.txt`)).toBe('precious');

    await deleteTask(world.deps, { taskId: epic.id });
    await waitFor('the row to go', async () => {
      return (await world.deps.store.client.task.findUnique({ where: { id: epic.id } })) === null;
    });
    expect(await world.deps.git.branchExists({ repo: world.repo, branch: epic.branchName })).toBe(false);
    expect(await world.deps.store.client.agent.count({ where: { taskId: epic.id } })).toBe(0);
    expect(await world.git.git(world.repo, 'show', `${rescue}:unsaved.txt`)).toBe('precious');
  });
});

describe('a task whose set-up never worked', { timeout: 120_000 }, () => {
  it('leaves no folder and no branch behind when it is cancelled and deleted', async () => {
    const { deps } = world;
    const project = await deps.store.client.project.findFirstOrThrow();
    const use = (setupCommand: string | null) =>
      deps.store.write((tx) => updateProject(tx, project.id, { setupCommand }));
    await use('exit 4');
    const epic = await createEpic(deps, { parentId: null, projectId: project.id, title: 'Never set up' });
    await waitFor('the failed set-up', () =>
      deps.store.client.condition.findFirst({
        where: { subjectId: epic.id, type: 'SetupFailed', status: true },
      }),
    );
    expect(existsSync(epic.worktreePath)).toBe(true);
    await cancelTask(deps, { taskId: epic.id });
    await waitFor('the folder to go', () => !existsSync(epic.worktreePath));
    await deleteTask(deps, { taskId: epic.id });
    await waitFor('the row to go', async () => {
      return (await deps.store.client.task.findUnique({ where: { id: epic.id } })) === null;
    });
    expect(await deps.git.branchExists({ repo: world.repo, branch: epic.branchName })).toBe(false);
    await use(null);
  });
});

describe('two servers on one database', { timeout: 60_000 }, () => {
  it('one acts; the other says who does, and takes over when that one lets go', async () => {
    const second = await startFactory(world, 'second');
    expect(second.lease()).toMatchObject({ inCharge: false, holder: 'test' });
    const epic = await startEpic('Started once');
    const { session } = await whenWorking(epic.id);
    await reconciler.stop();
    await waitFor('the second to take over', () => second.lease().inCharge);
    const same = await whenWorking(epic.id);
    expect(same.session.id).toBe(session.id);
    await cancelTask(world.deps, { taskId: epic.id });
    await second.stop();
  });
});
