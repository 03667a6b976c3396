import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession, getSession } from '@/backend/resource_accessors/session.accessor';
import { readTranscript } from '@/backend/services/session/tail_transcripts';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

const line = (text: string, outputTokens: number, at = '2026-01-01T10:20:00.000Z') =>
  `${JSON.stringify({
    type: 'assistant',
    at,
    text,
    model: 'practice',
    usage: { inputTokens: 10, outputTokens, cacheReadTokens: 1 },
    costUsd: 0.5,
  })}\n`;

it('counts every line once: half lines, and a file that is written anew', async () => {
  const { deps } = world;
  const { agent } = await world.addAgent();
  const file = path.join(deps.home.agents, agent.id, 'transcript.jsonl');
  await mkdir(path.dirname(file), { recursive: true });
  const id = deps.newId();
  await deps.store.write((tx) =>
    createSession(tx, {
      id,
      agentId: agent.id,
      tmuxName: agent.tmuxName,
      marker: id,
      serverUrl: deps.serverUrl,
      providerSessionId: agent.providerSessionId,
      resumed: false,
      transcriptPath: file,
    }),
  );
  const read = async () => {
    await readTranscript(deps, id);
    await readTranscript(deps, id);
    return getSession(deps.store, id);
  };

  expect((await read()).outputTokens).toBe(0);
  const second = line('zwölf 🌍', 7, '2026-01-01T11:01:00.000Z');
  const cut = Buffer.from(second).indexOf(0xf0) + 2;
  await writeFile(file, Buffer.concat([Buffer.from(line('one', 5)), Buffer.from(second).subarray(0, cut)]));
  expect(await read()).toMatchObject({ outputTokens: 5, costUsd: 0.5, lastAssistantText: 'one' });
  await appendFile(file, Buffer.from(second).subarray(cut));
  expect(await read()).toMatchObject({ outputTokens: 12, inputTokens: 20, lastAssistantText: 'zwölf 🌍' });
  await writeFile(file, line('anew', 1));
  expect(await read()).toMatchObject({ outputTokens: 13, lastAssistantText: 'anew' });

  const hours = await deps.store.client.usage.findMany({
    where: { sessionId: id },
    orderBy: { hour: 'asc' },
  });
  expect(hours.map((row) => [row.hour.toISOString(), row.outputTokens, row.costUsd])).toEqual([
    ['2026-01-01T10:00:00.000Z', 6, 1],
    ['2026-01-01T11:00:00.000Z', 7, 0.5],
  ]);
});
