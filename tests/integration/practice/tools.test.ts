import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTools } from '@/backend/agents/providers/practice/program/tools';
import { startTestMcp } from '../../support/mcp/start';

it('leaves nothing behind of a call that is over, however many there are', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.name);
  process.on('warning', onWarning);
  const mcp = await startTestMcp([
    { server: 'task', name: 'get', description: 'Gets it.', input: {}, run: () => 'it' },
  ]);
  try {
    const config = { serverUrl: mcp.url, token: 'token', servers: ['task'] };
    const tools = createTools({ config, onTrouble: () => undefined });
    for (let n = 0; n < 15; n++)
      expect(await tools.call('task.get', {})).toMatchObject({ ok: true, text: 'it' });
    await sleep(20);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', onWarning);
    await mcp.stop();
  }
});
