import { readdirSync, statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { identifyAgent } from '@/backend/agents/token/identify_agent';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery, findDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { findOpenSession, getSession } from '@/backend/resource_accessors/session.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import { restartAgent } from '@/backend/services/agent/restart_agent';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

let world: SessionWorld;

beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

async function deliver(agentId: string, body: string): Promise<string> {
  const { deps, ports } = world;
  const id = deps.newId();
  await deps.store.write((tx) => enqueueDelivery(tx, { id, agentId, kind: 'MAIL', body }));
  await waitFor(
    `delivery ${id}`,
    async () => {
      await ports.deliverNext({ agentId });
      return (await findDelivery(deps.store, id))?.state === 'SEEN';
    },
    {
      instead: async () => {
        const session = await findOpenSession(deps.store, agentId);
        const screen = session
          ? await world.tmux.tmux.capture({ name: session.tmuxName, historyLines: 50 })
          : 'no session';
        return JSON.stringify([await findDelivery(deps.store, id), session], null, 1) + screen;
      },
    },
  );
  return id;
}

it('starts once, is given a message, keeps its secrets, and stops with everything recorded', async () => {
  const { deps, ports, tmux } = world;
  const { agent, task } = await world.addAgent();
  const session = await world.start(agent.id);
  await ports.startSession({ agentId: agent.id });
  expect((await ports.observePanes()).filter((pane) => pane.name === agent.tmuxName)).toMatchObject([
    { marker: session.marker, dead: false, alive: true },
  ]);
  await world.whenReady(agent.id);
  await deliver(agent.id, 'Hello, agent.');
  await tmux.screenWith(agent.tmuxName, 'Heard message 1.');

  const files = path.join(deps.home.agents, agent.id);
  expect(statSync(files).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(files)) {
    const found = statSync(path.join(files, file));
    if (found.isFile()) expect(found.mode & 0o077).toBe(0);
  }
  const config = await readFile(path.join(files, 'practice.json'), 'utf8');
  const token: string = JSON.parse(config).token;
  expect((await getAgent(deps.store, agent.id)).tokenHash).not.toContain(token);
  expect((await identifyAgent(deps, { token }))?.id).toBe(agent.id);
  expect(await identifyAgent(deps, { token: `${token}x` })).toBeNull();

  await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  const ended = await getSession(deps.store, session.id);
  expect(ended).toMatchObject({ endReason: 'stopped' });
  expect(ended.outputTokens).toBeGreaterThan(0);
  expect(await readFile(ended.scrollbackPath ?? '', 'utf8')).toContain('Heard message 1.');
  expect((await ports.observePanes()).some((pane) => pane.name === agent.tmuxName)).toBe(false);
  expect((await getTask(deps.store, task.id)).preparedAt).not.toBeNull();
});

it('goes on with its conversation after kill -9, and the old token is dead', async () => {
  const { deps, ports } = world;
  const { agent } = await world.addAgent();
  const session = await world.start(agent.id);
  await world.whenReady(agent.id);
  await deliver(agent.id, 'first');
  // Only now does it remember that there was one.
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  const token = await tokenOf(agent.id);
  const pid = (await getSession(deps.store, session.id)).pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await waitFor('the dead pane', async () =>
    (await ports.observePanes()).find((pane) => pane.marker === session.marker && pane.dead),
  );
  const death = await ports.closeDeadSession({ sessionId: session.id });
  expect(death.kind).toBe('crashed');
  expect((await getSession(deps.store, session.id)).endReason).toMatch(/^crashed:/);
  const next = await world.start(agent.id);
  expect(next).toMatchObject({ ordinal: 2, resumed: true, providerSessionId: session.providerSessionId });
  expect(await identifyAgent(deps, { token })).toBeNull();
  await world.whenReady(agent.id);
  await deliver(agent.id, 'second');
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 2.');
  await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
});

it('does not double a message whose acknowledgement was lost with the session', async () => {
  const { deps, ports } = world;
  const { agent } = await world.addAgent();
  await world.start(agent.id);
  await world.whenReady(agent.id);
  const id = await deliver(agent.id, 'only once');
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  await deps.store.write((tx) =>
    tx.client.delivery.update({ where: { id }, data: { state: 'INJECTED', seenAt: null } }),
  );
  await world.start(agent.id);
  await world.whenReady(agent.id);
  await ports.deliverNext({ agentId: agent.id });
  expect((await findDelivery(deps.store, id))?.state).toBe('SEEN');
  await deliver(agent.id, 'another');
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 2.');
  await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
});

it('makes a deleted worktree and a deleted branch again, where they were', async () => {
  const { deps, ports, git } = world;
  const { task } = await world.addAgent();
  await git.git(task.worktreePath, 'commit', '--quiet', '--allow-empty', '-m', 'work');
  const head = await git.git(task.worktreePath, 'rev-parse', 'HEAD');
  await rm(task.worktreePath, { recursive: true });
  await ports.prepareWorktree({ taskId: task.id });
  expect(await git.git(task.worktreePath, 'rev-parse', 'HEAD')).toBe(head);

  await git.git(world.repo, 'update-ref', '-d', `refs/heads/${task.branchName}`);
  await ports.prepareWorktree({ taskId: task.id });
  expect(await git.git(world.repo, 'rev-parse', task.branchName)).toBe(head);
  await ports.removeWorktree({ taskId: task.id });
  expect((await getTask(deps.store, task.id)).preparedAt).toBeNull();
});

it('closes what a server left half started, without counting it as a crash', async () => {
  const { deps, ports } = world;
  const { agent } = await world.addAgent();
  const session = await world.start(agent.id);
  await world.tmux.tmux.killSession({ name: agent.tmuxName, marker: session.marker });
  await deps.store.write((tx) =>
    tx.client.session.update({ where: { id: session.id }, data: { pid: null } }),
  );
  await ports.closeDeadSession({ sessionId: session.id });
  expect((await getSession(deps.store, session.id)).endReason).toMatch(/^not_started:/);
  expect(await findOpenSession(deps.store, agent.id)).toBeNull();
});

it('says what failed when the setup command does, and tries it again', async () => {
  const { deps, ports } = world;
  const { task } = await world.addAgent();
  const broken = async (setupCommand: string | null) => {
    await deps.store.client.project.update({ where: { id: task.projectId }, data: { setupCommand } });
    await deps.store.client.task.update({ where: { id: task.id }, data: { preparedAt: null } });
  };
  await broken('echo no such package >&2; exit 3');
  await expect(ports.prepareWorktree({ taskId: task.id })).rejects.toMatchObject({ code: 'WRONG_STATE' });
  const condition = () =>
    deps.store.client.condition.findFirstOrThrow({ where: { subjectId: task.id, type: 'SetupFailed' } });
  expect(await condition()).toMatchObject({ status: true });
  expect((await condition()).message).toContain('no such package');
  await broken('touch was-set-up');
  await ports.prepareWorktree({ taskId: task.id });
  expect(await condition()).toMatchObject({ status: false });
});

async function tokenOf(agentId: string): Promise<string> {
  const file = path.join(world.deps.home.agents, agentId, 'practice.json');
  return JSON.parse(await readFile(file, 'utf8')).token;
}

it('is restarted by a person: no crash, in the same conversation, and told to go on', async () => {
  const { deps } = world;
  const { agent } = await world.addAgent();
  const before = await world.start(agent.id);
  await world.whenReady(agent.id);
  await restartAgent(deps, { agentId: agent.id });
  expect(await getSession(deps.store, before.id)).toMatchObject({ endReason: 'restarted by you' });
  expect(await findOpenSession(deps.store, agent.id)).toBeNull();
  expect(await world.tmux.tmux.readSession({ name: agent.tmuxName })).toBeNull();
  const after = await world.start(agent.id);
  expect(after.providerSessionId).toBe(before.providerSessionId);
  const [mail] = await listUnseen(deps.store, agent.id);
  expect(mail?.body).toContain('tried again');
});
