import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMarkers } from '@/backend/agents/delivery/marker';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery, findDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { deliverNext } from '@/backend/services/session/deliver_next';
import { settleStillTurns } from '@/backend/services/session/settle_still_turns';
import { tailTranscripts } from '@/backend/services/session/tail_transcripts';
import type { DeliveryKind } from '@/shared/agent';
import { type ClaudeDelivery, startClaudeDelivery } from '../../support/claude/start_delivery';
import { hasClaude } from '../../support/claude/start_house';
import { type Conversation, resultsOf, userText } from '../../support/model/conversation';
import { call, say } from '../../support/model/reply';
import type { ScriptedModel } from '../../support/model/start';
import type { SessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

describe.skipIf(!hasClaude)('what Claude Code and people do in its terminal', () => {
  let model: ScriptedModel;
  let world: SessionWorld;
  let readyAgent: ClaudeDelivery['readyAgent'];
  let turnOf: ClaudeDelivery['turnOf'];
  let stop: ClaudeDelivery['stop'];
  beforeAll(async () => {
    ({ model, world, readyAgent, turnOf, stop } = await startClaudeDelivery(() => say('Understood.')));
  });
  afterAll(() => stop());

  const send = async (agentId: string, body: string, kind: DeliveryKind = 'MAIL') => {
    const id = world.deps.newId();
    await world.deps.store.write((tx) => enqueueDelivery(tx, { id, agentId, kind, body }));
    return id;
  };
  const instead = (name: string) => async () =>
    `${await world.tmux.tmux.capture({ name })}\n${JSON.stringify(await world.deps.store.client.delivery.findMany())}`;
  const atRest = (agent: { id: string; tmuxName: string }) =>
    waitFor(
      'everything to be seen and the turn to end',
      async () => {
        await world.ports.deliverNext({ agentId: agent.id });
        return (
          (await listUnseen(world.deps.store, agent.id)).length === 0 && (await turnOf(agent.id)) === 'IDLE'
        );
      },
      { instead: instead(agent.tmuxName) },
    );

  /** Each answer of the scripted model uses as much. What helpers use counts, once, also for who goes on later. */
  const whatItUsed = async (agentId: string, answers: number) => {
    const read = async () => {
      await tailTranscripts(world.deps);
      return (await findOpenSession(world.deps.store, agentId))?.outputTokens ?? 0;
    };
    const each = 20;
    await waitFor('all that was used', async () => (await read()) === answers * each, {
      instead: async () => `${await read()}`,
    });
    expect(await read()).toBe(answers * each);
    await world.ports.stopSession({ agentId, reason: 'stopped' });
    await world.start(agentId);
    await tailTranscripts(world.deps);
    expect(await read()).toBe(0);
  };

  it('tells the agent itself what comes in while its helper works', async () => {
    const agent = await readyAgent();
    let mail: string | null = null;
    const before = model.conversations().length;
    const isHelper = (known: Conversation) => !userText(known).includes('Ask a helper');
    model.setScript(async (known) => {
      if (isHelper(known)) {
        const done = resultsOf(known, 'Bash').length;
        // While its first command is under way there is nothing in line yet.
        if (done === 1) mail ??= await send(agent.id, 'Stop what you do.');
        return done < 3 ? call('Bash', { command: `echo ${done}`, description: 'Look' }) : say('I looked.');
      }
      if (resultsOf(known, 'Agent').length > 0) return say('It looked.');
      return call('Agent', { description: 'Look', prompt: 'Look around', subagent_type: 'general-purpose' });
    });
    await send(agent.id, 'Ask a helper.', 'PROMPT');
    await atRest(agent);
    await whatItUsed(agent.id, model.conversations().length - before);
    const given = (helper: boolean) =>
      model
        .conversations()
        .filter((known) => isHelper(known) === helper)
        .flatMap((known) => findMarkers(userText(known)));
    expect(mail).not.toBeNull();
    expect(given(true)).not.toContain(mail);
    expect(given(false)).toContain(mail);
    await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });

  it('follows a person who clears the conversation: the task is told again, and a restart goes on with the new one', async () => {
    const { deps, ports, tmux } = world;
    const agent = await readyAgent();
    model.setScript((known) => say(userText(known).includes('/clear') ? 'Begun anew.' : 'Understood.'));
    const prompt = await send(agent.id, 'Build the thing.', 'PROMPT');
    await atRest(agent);
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: [...'/clear', 'Enter'] });
    await waitFor(
      'the task to be in line again',
      async () => (await findDelivery(deps.store, prompt))?.state === 'QUEUED',
      { instead: instead(agent.tmuxName) },
    );
    await atRest(agent);
    const now = await getAgent(deps.store, agent.id);
    expect(now.providerSessionId).not.toBe(agent.providerSessionId);
    const told = model.conversations().findLast((known) => known.sessionId === now.providerSessionId);
    expect(told === undefined ? '' : userText(told)).toMatch(
      /your conversation was lost[\s\S]*Build the thing\./,
    );

    await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
    await world.start(agent.id);
    await world.whenReady(agent.id);
    await send(agent.id, 'Are you there?');
    await atRest(agent);
    const last = model.conversations().at(-1);
    expect(last?.sessionId).toBe(now.providerSessionId);
    expect(last === undefined ? '' : userText(last)).toMatch(/Build the thing\.[\s\S]*Are you there\?/);
    await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });

  it('sees that a person broke the turn off, and gives it what waits', async () => {
    const { deps, tmux } = world;
    const agent = await readyAgent();
    model.setScript((known) =>
      userText(known).includes('Go on')
        ? say('Gone on.')
        : call('Bash', { command: 'sleep 600', description: 'Wait', timeout: 600_000 }),
    );
    await send(agent.id, 'Wait a long time.', 'PROMPT');
    await waitFor(
      'the command to run',
      async () => {
        await world.ports.deliverNext({ agentId: agent.id });
        return (await tmux.tmux.capture({ name: agent.tmuxName })).includes('Running…');
      },
      { instead: instead(agent.tmuxName) },
    );
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: ['Escape'] });
    await waitFor(
      'the end of the turn to be known',
      async () => {
        await tailTranscripts(deps);
        return (await turnOf(agent.id)) === 'IDLE';
      },
      { timeoutMs: 15_000, instead: instead(agent.tmuxName) },
    );
    await send(agent.id, 'Go on.');
    await atRest(agent);
    await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });

  it('sees that a turn was broken off before anything was said, and not where one only takes long', async () => {
    const { deps, tmux } = world;
    const [agent, slow] = [await readyAgent(), await readyAgent()];
    model.setScript((known) =>
      say('Late.', { delayMs: userText(known).includes('Take your time') ? 300_000 : 0 }),
    );
    const settle = settleStillTurns(deps);
    for (const one of [agent, slow]) {
      await send(one.id, 'Take your time.', 'PROMPT');
      await waitFor(
        'the turn to begin',
        async () => {
          await world.ports.deliverNext({ agentId: one.id });
          return (await tmux.tmux.capture({ name: one.tmuxName })).includes('esc to interrupt');
        },
        { instead: instead(one.tmuxName) },
      );
    }
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: ['Escape'] });
    await waitFor(
      'the end of the turn to be known',
      async () => {
        await settle();
        return (await turnOf(agent.id)) === 'IDLE';
      },
      { everyMs: 500, instead: instead(agent.tmuxName) },
    );
    expect(await turnOf(slow.id)).toBe('BUSY');
    for (const one of [agent, slow]) await world.ports.stopSession({ agentId: one.id, reason: 'stopped' });
  });

  it('takes a question back that a person has answered in the terminal itself', async () => {
    const { deps, tmux } = world;
    const agent = await readyAgent();
    model.setScript((known) =>
      resultsOf(known, 'Bash').length > 0
        ? say('It is done.')
        : call('Bash', { command: 'printenv HOME > asked.txt && hostname', description: 'Ask' }),
    );
    await send(agent.id, 'Do it.', 'PROMPT');
    const open = () => listEscalations(deps.store, { agentId: agent.id, open: true, limit: 10 });
    await waitFor(
      'the question',
      async () => {
        await world.ports.deliverNext({ agentId: agent.id });
        return (await open()).length === 1;
      },
      { instead: instead(agent.tmuxName) },
    );
    await tmux.screenWith(agent.tmuxName, 'Do you want to proceed?');
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: ['Enter'] });
    await waitFor('the end of the turn', async () => (await turnOf(agent.id)) === 'IDLE', {
      instead: instead(agent.tmuxName),
    });
    expect(await open()).toEqual([]);
    await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });

  it('does not press Enter in a menu that a person has opened', async () => {
    const { deps, tmux } = world;
    const agent = await readyAgent();
    model.setScript(() => say('Understood.'));
    let seen = '';
    const person = deps.tmux.attach({
      name: agent.tmuxName,
      mode: 'write',
      cols: 160,
      rows: 48,
      onData: (bytes) => {
        seen += bytes.toString();
      },
      onExit: () => undefined,
    });
    // Keys that come before they see anything may be lost.
    await waitFor('the person to see the line', () => seen.includes('❯'), {
      instead: instead(agent.tmuxName),
    });
    person.write('/model');
    await tmux.screenWith(agent.tmuxName, '/model');
    person.write('\r');
    await tmux.screenWith(agent.tmuxName, 'Select model');
    const mail = await send(agent.id, 'Are you there?');
    const aMinuteLater = { ...deps, clock: () => new Date(Date.now() + 60_000) };
    for (let n = 0; n < 3; n++) await deliverNext(aMinuteLater, { agentId: agent.id });
    expect((await findDelivery(deps.store, mail))?.state).toBe('QUEUED');
    person.write('\u001b');
    await atRest(agent);
    person.kill();
    await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });

  it('leaves a menu that nobody is looking at, and chooses nothing in it', async () => {
    const { deps, tmux } = world;
    const agent = await readyAgent();
    model.setScript(() => say('Understood.'));
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: [...'/model', 'Enter'] });
    await tmux.screenWith(agent.tmuxName, 'Select model');
    await tmux.tmux.sendKeys({ name: agent.tmuxName, keys: ['Down'] });
    const mail = await send(agent.id, 'Are you there?');
    await atRest(agent);
    expect(await findDelivery(deps.store, mail)).toMatchObject({ state: 'SEEN', tries: 1 });
    expect(await tmux.tmux.capture({ name: agent.tmuxName })).not.toContain('Set model to');
    await world.ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  });
});
