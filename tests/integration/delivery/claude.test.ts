import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMarkers } from '@/backend/agents/delivery/marker';
import { enqueueDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { type ClaudeDelivery, startClaudeDelivery } from '../../support/claude/start_delivery';
import { hasClaude } from '../../support/claude/start_house';
import { call, say } from '../../support/model/reply';
import type { ScriptedModel } from '../../support/model/start';
import type { SessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

const MESSAGES = 24;

describe.skipIf(!hasClaude)('delivery to Claude Code', () => {
  let model: ScriptedModel;
  let world: SessionWorld;
  let readyAgent: ClaudeDelivery['readyAgent'];
  let turnOf: ClaudeDelivery['turnOf'];
  let stop: ClaudeDelivery['stop'];
  beforeAll(async () => {
    ({ model, world, readyAgent, turnOf, stop } = await startClaudeDelivery((known) => {
      const last = known.turns.findLast((turn) => turn.kind !== 'assistant');
      const count = known.turns.filter((turn) => turn.kind === 'user').length;
      // Every other message keeps it busy with a tool, and with thinking.
      if (last?.kind === 'user' && count % 2 === 0) return call('Bash', { command: 'echo busy' });
      return say('Understood.', { delayMs: count % 3 === 0 ? 400 : 0 });
    }));
  });
  afterAll(() => stop());

  it('loses nothing, doubles nothing and keeps the order, whether it is busy, idle or scrolled back', async () => {
    const { deps, ports, tmux } = world;
    const agent = await readyAgent();
    const sent: string[] = [];
    const writer = (async () => {
      for (let n = 0; n < MESSAGES; n++) {
        const id = deps.newId();
        const body =
          [`short`, `two\nlines with "quotes" $HOME`, 'Grüße 🌍 \\', 'long '.repeat(400)][n % 4] ?? '';
        await deps.store.write((tx) => enqueueDelivery(tx, { id, agentId: agent.id, kind: 'MAIL', body }));
        sent.push(id);
        await sleep(n % 4 === 3 ? 2500 : 100);
        if (n % 6 === 5) await tmux.raw('copy-mode', '-t', agent.tmuxName).catch(() => undefined);
      }
    })();
    await waitFor(
      'all messages to be seen',
      async () => {
        await ports.deliverNext({ agentId: agent.id });
        return sent.length === MESSAGES && (await listUnseen(deps.store, agent.id)).length === 0;
      },
      {
        timeoutMs: 120_000,
        instead: async () => {
          const session = await findOpenSession(deps.store, agent.id);
          const screen = session ? await tmux.tmux.capture({ name: session.tmuxName }) : 'no session';
          return `${JSON.stringify(await listUnseen(deps.store, agent.id))}\n${JSON.stringify(session)}\n${screen}`;
        },
      },
    );
    await writer;
    await waitFor('the end of the last turn', async () => (await turnOf(agent.id)) === 'IDLE');
    const known = model.conversations().at(-1);
    // What a Stop hook answers stands in the program's history twice, as feedback and as its own note of the hook.
    const heard = (known?.turns ?? []).filter(
      (turn) => turn.kind === 'user' && !turn.text.startsWith('Stop hook blocking error from command:'),
    );
    const given = heard.flatMap((turn) => (turn.kind === 'user' ? findMarkers(turn.text) : []));
    expect(given).toEqual(sent);
    const rows = await deps.store.client.delivery.findMany({ where: { agentId: agent.id } });
    expect(new Set(rows.map((row) => row.channel)).size).toBeGreaterThan(1);
  }, 180_000);

  it('leaves a half-typed line where it is, and neither sends nor loses it', async () => {
    const { deps, ports, tmux } = world;
    const agent = await readyAgent();
    const keys = [...'half-typed'];
    await deps.tmux.sendKeys({ name: agent.tmuxName, keys });
    const whenItStandsThere = () =>
      waitFor(
        'the half-typed line',
        async () => /❯\shalf-typed\s*$/m.test(await tmux.tmux.capture({ name: agent.tmuxName })),
        { instead: () => tmux.tmux.capture({ name: agent.tmuxName }) },
      );
    await whenItStandsThere();
    const ids = [deps.newId(), deps.newId()];
    for (const id of ids) {
      await deps.store.write((tx) =>
        enqueueDelivery(tx, { id, agentId: agent.id, kind: 'MAIL', body: 'A message of\ntwo lines' }),
      );
      await waitFor(
        'the message to be seen',
        async () => {
          await ports.deliverNext({ agentId: agent.id });
          const session = await findOpenSession(deps.store, agent.id);
          return (await listUnseen(deps.store, agent.id)).length === 0 && session?.turnState === 'IDLE';
        },
        { instead: () => tmux.tmux.capture({ name: agent.tmuxName }) },
      );
      await whenItStandsThere();
    }
    await deps.tmux.sendKeys({ name: agent.tmuxName, keys: ['!', 'Enter'] });
    const own = () =>
      model
        .conversations()
        .findLast((known) => known.sessionId === agent.providerSessionId)
        ?.turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text] : [])) ?? [];
    await waitFor('their own message', () => own().some((text) => text.trim() === 'half-typed!'));
    expect(own().flatMap(findMarkers)).toEqual(ids);
    expect(own().filter((text) => text.includes('half-typed'))).toHaveLength(1);
    await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
  }, 90_000);
});
