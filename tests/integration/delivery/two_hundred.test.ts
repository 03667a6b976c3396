import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markText } from '@/backend/agents/delivery/marker';
import { type Delivery, enqueueDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { PracticeRecord } from '@/shared/practice';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

const AGENTS = 5;
const EACH = 40;

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

const PIECES = [
  'x',
  'two\nlines',
  '$HOME `id` $(whoami) "quoted" \'single\' \\ back',
  'Grüße, 世界 🌍 — naïve café',
  '/help',
  '!ls',
  '#note',
  'ends with a backslash \\',
  'look at @src',
  '; rm -rf / # | & > <',
  '\n\n  indented\n\n\tlast\n',
  '[200~ not a paste ]',
  '{{place}} <<<fence',
];

/** From one byte to 8 KB, the same in every run. */
function bodyOf(agent: number, n: number): string {
  const piece = PIECES[(agent * 7 + n) % PIECES.length] ?? 'x';
  const sizes = [1, 1, 3, 20, 200, 1];
  const times =
    n % 13 === 0 ? Math.floor(8192 / (Buffer.byteLength(piece) + 1)) : (sizes[n % sizes.length] ?? 1);
  return Array.from({ length: times }, () => piece)
    .join(n % 2 === 0 ? ' ' : '\n')
    .slice(0, 8192);
}

it('200 messages to busy, idle and copy-mode terminals: none lost, none doubled, all in order', async () => {
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, n) =>
      // Some take their messages at once, some are busy for a while with each.
      world.addAgent({
        scenario: {
          mode: 'listen',
          steps:
            n % 2 === 0
              ? []
              : [
                  { do: 'wait', seconds: 0.2 },
                  { do: 'run', argv: ['true'] },
                ],
        },
      }),
    ),
  );
  const sent = await Promise.all(
    agents.map(async ({ agent }, index) => {
      await world.start(agent.id);
      await world.whenReady(agent.id);
      const rows: Delivery[] = [];
      const writer = (async () => {
        for (let n = 0; n < EACH; n++) {
          const id = world.deps.newId();
          rows.push(
            await world.deps.store.write((tx) =>
              enqueueDelivery(tx, { id, agentId: agent.id, kind: 'MAIL', body: bodyOf(index, n) }),
            ),
          );
          // Some lines run empty again and again, so that the agent is idle; others grow.
          if (index % 2 === 0 && n % 2 === 1) await whenIdle(agent.id);
          else await sleep(15);
          if (n % 6 === 5) await world.tmux.raw('copy-mode', '-t', agent.tmuxName).catch(() => undefined);
        }
      })();
      await drive(agent.id, () => rows.length === EACH);
      await writer;
      return rows;
    }),
  );
  const channels = new Map<string, number>();
  for (const [index, { agent }] of agents.entries()) {
    const rows = sent[index] ?? [];
    const given = await promptsOf(agent.id);
    expect(given.map((text) => text.trimEnd())).toEqual(rows.map((row) => markText(row).trimEnd()));
    for (const { id } of rows) {
      const row = await world.deps.store.client.delivery.findUniqueOrThrow({ where: { id } });
      channels.set(row.channel ?? '', (channels.get(row.channel ?? '') ?? 0) + 1);
    }
  }
  // Both ways were used, or this test has tested one of them only.
  expect(channels.get('paste') ?? 0).toBeGreaterThan(20);
  expect((channels.get('hook') ?? 0) + (channels.get('tool') ?? 0)).toBeGreaterThan(10);
}, 180_000);

it('loses and doubles nothing while the server is away', async () => {
  const { agent } = await world.addAgent({
    scenario: { mode: 'listen', steps: [{ do: 'wait', seconds: 0.3 }] },
  });
  await world.start(agent.id);
  await world.whenReady(agent.id);
  const rows: Delivery[] = [];
  for (let n = 0; n < 12; n++) {
    const id = world.deps.newId();
    rows.push(
      await world.deps.store.write((tx) =>
        enqueueDelivery(tx, { id, agentId: agent.id, kind: 'MAIL', body: `message ${n}` }),
      ),
    );
  }
  let over = false;
  const outages = (async () => {
    for (let n = 0; n < 4 && !over; n++) {
      await sleep(700);
      const { back } = await world.cutOff();
      await sleep(500);
      await back();
    }
  })();
  await drive(agent.id, () => true);
  over = true;
  await outages;
  expect((await promptsOf(agent.id)).map((text) => text.trimEnd())).toEqual(
    rows.map((row) => markText(row).trimEnd()),
  );
}, 120_000);

function whenIdle(agentId: string): Promise<unknown> {
  return waitFor('an idle agent', async () => {
    const unseen = await listUnseen(world.deps.store, agentId);
    return unseen.length === 0 && (await findOpenSession(world.deps.store, agentId))?.turnState === 'IDLE';
  });
}

/** Plays the reconciler: looks again when it was told to, or when an event of this agent says so. */
async function drive(agentId: string, allSent: () => boolean): Promise<void> {
  await waitFor(
    'all messages to be seen',
    async () => {
      await world.ports.deliverNext({ agentId });
      return allSent() && (await listUnseen(world.deps.store, agentId)).length === 0;
    },
    {
      timeoutMs: 150_000,
      instead: async () => {
        const session = await findOpenSession(world.deps.store, agentId);
        const screen = session ? await world.tmux.tmux.capture({ name: session.tmuxName }) : 'no session';
        return `${JSON.stringify(await listUnseen(world.deps.store, agentId))}\n${screen}`;
      },
    },
  );
}

async function promptsOf(agentId: string): Promise<string[]> {
  const session = await findOpenSession(world.deps.store, agentId);
  const text = await readFile(session?.transcriptPath ?? '', 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => PracticeRecord.parse(JSON.parse(line)))
    .flatMap((record) => (record.type === 'prompt' ? [record.text] : []));
}
