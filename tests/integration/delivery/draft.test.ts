import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markText } from '@/backend/agents/delivery/marker';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery, findDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { findOpenSession, listSessions } from '@/backend/resource_accessors/session.accessor';
import { deliverNext } from '@/backend/services/session/deliver_next';
import { PracticeRecord } from '@/shared/practice';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

const BODY = 'A message of\ntwo lines';
const DRAFT = 'half of a sen';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

async function readyAgent(): Promise<Agent> {
  const { agent } = await world.addAgent();
  await world.start(agent.id);
  await world.whenReady(agent.id);
  return agent;
}

async function send(agentId: string): Promise<{ id: string; text: string }> {
  const id = world.deps.newId();
  await world.deps.store.write((tx) => enqueueDelivery(tx, { id, agentId, kind: 'MAIL', body: BODY }));
  return { id, text: markText({ id, body: BODY }) };
}

const stateOf = async (id: string) => (await findDelivery(world.deps.store, id))?.state;

async function whenSeen(agentId: string, id: string, tmux = world.deps.tmux): Promise<void> {
  await waitFor('the message to be seen', async () => {
    await deliverNext({ ...world.deps, tmux }, { agentId });
    return (await stateOf(id)) === 'SEEN';
  });
}

async function promptsOf(agentId: string): Promise<string[]> {
  const session = await findOpenSession(world.deps.store, agentId);
  const lines = (await readFile(session?.transcriptPath ?? '', 'utf8')).trimEnd().split('\n');
  return lines
    .map((line) => PracticeRecord.parse(JSON.parse(line)))
    .flatMap((record) => (record.type === 'prompt' ? [record.text] : []));
}

it('waits while a person types, then leaves their half-typed line in its place', async () => {
  const agent = await readyAgent();
  const person = world.deps.tmux.attach({
    name: agent.tmuxName,
    mode: 'write',
    cols: 160,
    rows: 48,
    onData: () => undefined,
    onExit: () => undefined,
  });
  await waitFor('the person', async () => {
    const pane = await world.deps.tmux.readSession({ name: agent.tmuxName });
    return pane?.attachedClients === 1;
  });
  person.write(DRAFT);
  await world.tmux.screenWith(agent.tmuxName, DRAFT);
  const message = await send(agent.id);
  await deliverNext(world.deps, { agentId: agent.id });
  expect(await stateOf(message.id)).toBe('QUEUED');

  await whenSeen(agent.id, message.id);
  await world.tmux.screenWith(agent.tmuxName, `› ${DRAFT}`);
  person.write('tence\r');
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 2.');
  expect(await promptsOf(agent.id)).toEqual([message.text, `${DRAFT}tence`]);
  person.kill();
  await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
});

it('keeps the line through every rung, also one that was left by somebody who has gone', async () => {
  const agent = await readyAgent();
  const keys = [...DRAFT].map((key) => (key === ' ' ? 'Space' : key));
  await world.deps.tmux.sendKeys({ name: agent.tmuxName, keys });
  await world.tmux.screenWith(agent.tmuxName, DRAFT);
  const message = await send(agent.id);
  let swallowed = 0;
  const tmux = {
    ...world.deps.tmux,
    // Not taken by the terminal, twice: pressed again, then cleared and pasted again.
    sendEnter: async (input: { name: string }) => {
      if (++swallowed > 2) await world.deps.tmux.sendEnter(input);
    },
  };
  await whenSeen(agent.id, message.id, tmux);
  expect((await findDelivery(world.deps.store, message.id))?.channel).toBe('again');
  await world.tmux.screenWith(agent.tmuxName, `› ${DRAFT}`);
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  expect(await promptsOf(agent.id)).toEqual([message.text]);
  expect(await listSessions(world.deps.store, { agentIds: [agent.id] })).toHaveLength(1);
  await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
});

it('delivers once what was in line, and what was half handed over, when its agent is restarted', async () => {
  const { deps, ports } = world;
  const { agent } = await world.addAgent({
    scenario: { mode: 'listen', steps: [{ do: 'wait', seconds: 1 }] },
  });
  const session = await world.start(agent.id);
  const messages = [await send(agent.id), await send(agent.id), await send(agent.id)];
  // Killed as soon as it says that it has the first, before it has written that down.
  const { pid } = await world.whenReady(agent.id);
  const killed = (async () => {
    const { tail } = deps.store;
    for await (const event of tail.follow(tail.last(), AbortSignal.timeout(30_000))) {
      if (event.kind !== 'delivery.state' || event.payload.state !== 'SEEN') continue;
      return process.kill(pid ?? 0, 'SIGKILL');
    }
  })();
  await whenSeen(agent.id, messages[0]?.id ?? '');
  expect(await killed).toBe(true);
  await waitFor('the dead pane', async () =>
    (await ports.observePanes()).find((pane) => pane.marker === session.marker && pane.dead),
  );
  await ports.closeDeadSession({ sessionId: session.id });
  expect(await stateOf(messages[0]?.id ?? '')).toBe('QUEUED');
  const next = await world.start(agent.id);
  expect(next).toMatchObject({ resumed: true, providerSessionId: session.providerSessionId });
  await world.whenReady(agent.id);
  // Ended once more with the first pasted and not submitted.
  const holding = { ...deps.tmux, sendEnter: async () => sleep(10) };
  await deliverNext({ ...deps, tmux: holding }, { agentId: agent.id });
  expect(await stateOf(messages[0]?.id ?? '')).toBe('INJECTED');
  await ports.stopSession({ agentId: agent.id, reason: 'restarted' });
  await world.start(agent.id);
  await world.whenReady(agent.id);
  for (const { id } of messages) await whenSeen(agent.id, id);
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 3.');
  expect(await promptsOf(agent.id)).toEqual(messages.map(({ text }) => text));
  await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
}, 90_000);
