import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { getEscalation, listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import { writeSetting } from '@/backend/resource_accessors/setting.accessor';
import { answerEscalation } from '@/backend/services/escalation/answer_escalation';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

const PERMISSION = { do: 'ask_permission', tool: 'Bash', detail: 'rm -rf build' };

/** An agent that has been told to start and now waits for a person. */
async function asking(step: unknown) {
  const steps = [step].flat();
  const { deps, ports } = world;
  const { agent } = await world.addAgent({ scenario: { mode: 'listen', steps } });
  await world.start(agent.id);
  await world.whenReady(agent.id);
  await deps.store.write((tx) =>
    enqueueDelivery(tx, { id: deps.newId(), agentId: agent.id, kind: 'PROMPT', body: 'Begin.' }),
  );
  const question = await waitFor('the question', async () => {
    await ports.deliverNext({ agentId: agent.id });
    return (await listEscalations(deps.store, { agentId: agent.id, open: true, limit: 5 }))[0];
  });
  return { agent, question };
}

it('puts a permission into the inbox once and takes the answer back', async () => {
  const { agent, question } = await asking(PERMISSION);
  expect(question).toMatchObject({ kind: 'PERMISSION', defaultTo: 'deny', agentId: agent.id });
  expect(question.body).toContain('rm -rf build');
  expect(minutesOf(question)).toBe(60);
  await answerEscalation(world.deps, { id: question.id, answer: 'allow', note: null });
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  expect(await listEscalations(world.deps.store, { agentId: agent.id, limit: 5 })).toHaveLength(1);
  await expect(
    answerEscalation(world.deps, { id: question.id, answer: 'deny', note: null }),
  ).rejects.toMatchObject({ code: 'STALE' });
});

const minutesOf = (question: { createdAt: Date; deadline: Date }) =>
  (question.deadline.getTime() - question.createdAt.getTime()) / 60_000;

it('says no for whoever does not answer in the time that the settings give', async () => {
  await world.deps.store.write((tx) =>
    writeSetting(tx, LIMITS_KEY, SystemLimits.parse({ permissionMinutes: 3, questionMinutes: 7 })),
  );
  const { agent, question } = await asking(PERMISSION);
  expect(minutesOf(question)).toBe(3);
  await world.deps.store.write((tx) =>
    tx.client.escalation.update({ where: { id: question.id }, data: { deadline: new Date(0) } }),
  );
  await world.ports.expireEscalations();
  expect(await getEscalation(world.deps.store, question.id)).toMatchObject({
    state: 'EXPIRED',
    answer: 'deny',
  });
  await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
});

it('gives the words of an answer to the agent, also after the server was away', async () => {
  const { agent, question } = await asking({
    do: 'ask',
    question: 'Which colour?',
    options: ['Red', 'Blue'],
  });
  expect(question.options.map((option) => option.value)).toEqual(['Red', 'Blue', 'other']);
  expect(minutesOf(question)).toBe(7);
  const { back } = await world.cutOff();
  await answerEscalation(world.deps, { id: question.id, answer: 'other', note: 'Green, please' });
  await back();
  await world.tmux.screenWith(agent.tmuxName, 'Green, please');
});

it('asks nobody for a loop over what is allowed anyway, and somebody for what hides in one', async () => {
  const step = (command: string) => ({ do: 'ask_permission', tool: 'Bash', detail: command, command });
  const { agent, question } = await asking([
    step('for f in *.md; do cat "$f"; done'),
    step('for b in main; do git push origin "$b"; done'),
  ]);
  expect(question.body).toContain('git push');
  await answerEscalation(world.deps, { id: question.id, answer: 'deny', note: null });
  const screen = await world.tmux.screenWith(agent.tmuxName, 'Heard message 1.');
  expect(screen.replace(/\s+/g, ' ')).toMatch(/I may use Bash.*I may not use/);
  expect(await listEscalations(world.deps.store, { agentId: agent.id, limit: 5 })).toHaveLength(1);
});

it('withdraws the question of an agent that is gone', async () => {
  const { agent, question } = await asking(PERMISSION);
  await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  expect((await getEscalation(world.deps.store, question.id)).state).toBe('WITHDRAWN');
});

it('lets nobody in without the token of an agent in service', async () => {
  const post = (token: string) =>
    fetch(`${world.deps.serverUrl}/hooks/turn_ended`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: '{}',
    });
  expect((await post('nobody')).status).toBe(401);
  expect((await fetch(`${world.deps.serverUrl}/hooks/turn_ended`)).status).toBe(405);
});
