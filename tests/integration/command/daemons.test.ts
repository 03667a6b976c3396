import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProjectCommand } from '@/backend/services/command/run_project_command';
import { type CommandWorld, makeCommandWorld } from './world';

let world: CommandWorld;
beforeEach(async () => {
  world = await makeCommandWorld();
});
afterEach(() => world.close());

it.each([
  ['of its own environment', ''],
  ['with an empty environment', 'env -i '],
  ['in a session of its own', 'setsid '],
])('a program that a command leaves behind %s ends with it', async (_, how) => {
  const { ok } = await runProjectCommand(world.deps, {
    command: `${how}sleep 77779 & echo $! > left`,
    cwd: world.dir,
    name: 'daemon',
    timeoutMs: 20_000,
    projectId: 'none',
    tasks: [],
  });
  expect(ok).toBe(true);
  expect(world.isRunning(await world.pidIn('left'))).toBe(false);
});
