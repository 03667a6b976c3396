import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { recordHook } from '@/backend/services/session/record_hook';
import { PermissionMode } from '@/shared/agent';
import { HookEvent } from '@/shared/hook';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';

let world: SessionWorld;
beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(() => world.cleanup());

it('asks before a command that publishes, refuses one of the server, and holds up nothing else', async () => {
  const { agent } = await world.addAgent({ prepare: false });
  const answerTo = async (command: string, given = agent) => {
    const hook = HookEvent.parse({ kind: 'tool_used', tool: 'Bash', summary: command, command });
    const answer = await recordHook(world.deps, { agent: given, hook, signal: AbortSignal.timeout(5000) });
    return answer.kind === 'gate' ? answer.decision : answer.kind;
  };
  expect(await answerTo('npm test')).toBe('none');
  expect(await answerTo('npm --workspace a publish')).toBe('ask');
  expect(await answerTo('cd a && npx -y npm publish')).toBe('ask');
  expect(await answerTo('git -C . push origin HEAD:main')).toBe('deny');
  const bold = { ...agent, permissionMode: PermissionMode.parse('bypass') };
  expect(await answerTo('npm --workspace a publish', bold)).toBe('none');
  expect(await answerTo('git -C . push', bold)).toBe('deny');
  const unreadable = `${'echo $('.repeat(40)}ls${')'.repeat(40)}`;
  expect(await answerTo(unreadable)).toBe('ask');
  expect(await answerTo(unreadable, bold)).toBe('ask');
  expect(await answerTo('npm publish --dry-run')).toBe('none');

  const { projectId } = agent;
  if (projectId === null) throw new Error('the agent has no project');
  await world.deps.store.write((tx) =>
    updateProject(tx, projectId, { testCommand: 'make release && npm test' }),
  );
  expect(await answerTo('make release && npm test')).toBe('none');
  expect(await answerTo('make release')).toBe('ask');
});
