import { afterEach, beforeEach, expect, it } from 'vitest';
import { endLeftCommands } from '@/backend/services/command/end_left_commands';
import { runProjectCommand } from '@/backend/services/command/run_project_command';
import { type CommandWorld, makeCommandWorld } from './world';

let world: CommandWorld;
let other: CommandWorld;
beforeEach(async () => {
  world = await makeCommandWorld();
  other = await makeCommandWorld();
});
afterEach(async () => {
  for (const one of [world, other]) await one.close();
});

const STAYS = 'echo $$ > top; sleep 77771 & echo $! > child; env -i sleep 77772 & echo $! > bare; wait';

it('what a command of a killed server left running is ended by the next of that home, and by nobody else', async () => {
  const dead = world.startServer(STAYS);
  const pids = await Promise.all(['top', 'child', 'bare'].map(world.pidIn));
  expect(await endLeftCommands(world.deps)).toBe(0);
  await world.kill(dead);
  expect(await endLeftCommands(other.deps)).toBe(0);
  expect(pids.filter(world.isRunning)).toEqual(pids);
  expect(await endLeftCommands(world.deps)).toBeGreaterThan(2);
  expect(pids.filter(world.isRunning)).toEqual([]);
});

it('a command does not start beside what one of a killed server left in its folder', async () => {
  const dead = world.startServer(STAYS);
  const top = await world.pidIn('top');
  await world.kill(dead);
  const command = `ps -o stat= -p ${top} | grep -v Z`;
  const input = { command, cwd: world.dir, name: 'next', timeoutMs: 20_000, projectId: 'none', tasks: [] };
  expect((await runProjectCommand(world.deps, input)).ok).toBe(false);
});

it('a command of another server of the same home that is alive goes on', async () => {
  world.startServer(STAYS);
  const pids = await Promise.all(['top', 'child', 'bare'].map(world.pidIn));
  await runProjectCommand(world.deps, {
    command: 'true',
    cwd: world.dir,
    name: 'mine',
    timeoutMs: 20_000,
    projectId: 'none',
    tasks: [],
  });
  expect(pids.filter(world.isRunning)).toEqual(pids);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
});
