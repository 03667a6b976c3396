import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMarkers } from '@/backend/agents/delivery/marker';
import type { TmuxClient } from '@/backend/clients/tmux/tmux_client';
import { enqueueDelivery, findDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { findOpenSession, listSessions } from '@/backend/resource_accessors/session.accessor';
import { deliverNext } from '@/backend/services/session/deliver_next';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

/** tmux with a terminal that swallows: the first `times` calls of one verb say that they worked and did nothing. */
function swallowing(verb: 'pasteText' | 'sendEnter', times: number): TmuxClient {
  let left = times;
  const real = world.deps.tmux;
  return {
    ...real,
    [verb]: async (input: { name: string; text: string }) => {
      if (left-- > 0) return;
      await real[verb](input);
    },
  };
}

async function deliverThrough(tmux: TmuxClient, clockSetBackMs = 0) {
  const { deps } = world;
  const { agent } = await world.addAgent();
  await world.start(agent.id);
  await world.whenReady(agent.id);
  const id = deps.newId();
  await deps.store.write((tx) =>
    enqueueDelivery(tx, { id, agentId: agent.id, kind: 'MAIL', body: 'two\nlines' }),
  );
  const row = await waitFor('the message to be seen', async () => {
    await deliverNext({ ...deps, tmux }, { agentId: agent.id });
    // The reconciler starts again what a rung has ended.
    if (!(await findOpenSession(deps.store, agent.id))) {
      await world.start(agent.id);
      await world.whenReady(agent.id);
    }
    const delivery = await findDelivery(deps.store, id);
    if (clockSetBackMs > 0 && delivery?.channel === 'paste' && delivery.injectedAt !== null) {
      // What was written before the clock was set back lies ahead of it.
      const injectedAt = new Date(Date.now() + clockSetBackMs);
      await deps.store.client.delivery.update({ where: { id }, data: { injectedAt } });
    }
    return delivery?.state === 'SEEN' ? delivery : null;
  });
  const session = await findOpenSession(deps.store, agent.id);
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  const transcript = await readFile(session?.transcriptPath ?? '', 'utf8');
  expect(transcript.split('\n').filter((line) => findMarkers(line).includes(id))).toHaveLength(1);
  const sessions = await listSessions(deps.store, { agentIds: [agent.id] });
  await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  return { channel: row.channel, sessions: sessions.length };
}

it('presses Enter again when the first was not taken', async () => {
  expect(await deliverThrough(swallowing('sendEnter', 1))).toEqual({ channel: 'enter', sessions: 1 });
});

it('does not wait for the clock to come round again when it was set back', async () => {
  const channel = 'enter';
  expect(await deliverThrough(swallowing('sendEnter', 1), 8 * 3_600_000)).toEqual({ channel, sessions: 1 });
});

it('clears the line and pastes again when nothing arrived', async () => {
  expect(await deliverThrough(swallowing('pasteText', 1))).toEqual({ channel: 'again', sessions: 1 });
});

it('clears the line before it pastes again, so that nothing stands there twice', async () => {
  expect(await deliverThrough(swallowing('sendEnter', 2))).toEqual({ channel: 'again', sessions: 1 });
});

it('restarts the session as the last resort, and the message arrives once', async () => {
  expect(await deliverThrough(swallowing('sendEnter', 3))).toEqual({ channel: 'paste', sessions: 2 });
}, 90_000);
