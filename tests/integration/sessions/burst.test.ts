import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { recordHook } from '@/backend/services/session/record_hook';
import { HookEvent } from '@/shared/hook';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

it('shows the last tool of a burst, which the agent may be at for minutes, and none once its turn has ended', async () => {
  const { agent } = await world.addAgent();
  await world.start(agent.id);
  await world.whenReady(agent.id);
  const tell = (hook: Record<string, unknown>) =>
    recordHook(world.deps, { agent, hook: HookEvent.parse(hook), signal: AbortSignal.timeout(5000) });
  const session = () => findOpenSession(world.deps.store, agent.id);
  await tell({ kind: 'prompt_seen', prompt: 'Go' });
  await tell({ kind: 'tool_used', tool: 'Read', summary: 'README.md' });
  await tell({ kind: 'tool_finished', tool: 'Read', summary: 'README.md', failed: false });
  await tell({ kind: 'tool_used', tool: 'Bash', summary: 'npm test' });
  await waitFor('the command', async () => (await session())?.lastToolSummary === 'npm test', {
    timeoutMs: 10_000,
    instead: async () => JSON.stringify(await session()),
  });
  expect(await session()).toMatchObject({ turnState: 'BUSY', lastToolName: 'Bash' });

  await tell({ kind: 'tool_finished', tool: 'Bash', summary: 'npm test', failed: false });
  await tell({ kind: 'tool_used', tool: 'Bash', summary: 'npm run build' });
  await tell({ kind: 'turn_ended', lastAssistantText: 'Done.', continued: false, failure: null });
  const ended = await session();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await session()).toEqual(ended);
  expect(ended?.turnState).toBe('IDLE');
}, 40_000);
