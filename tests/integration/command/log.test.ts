import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProjectCommand } from '@/backend/services/command/run_project_command';
import { waitFor } from '../../support/wait_for';
import { type CommandWorld, makeCommandWorld } from './world';

let world: CommandWorld;
beforeEach(async () => {
  world = await makeCommandWorld();
});
afterEach(() => world.close());

const run = (command: string, timeoutMs = 60_000) =>
  runProjectCommand(world.deps, {
    command,
    cwd: world.dir,
    name: 'log',
    timeoutMs,
    projectId: 'none',
    tasks: [],
  });

it('a log has what was printed, in order, and the command its own status', async () => {
  const { ok, exitCode, logPath, logTail } = await run('seq 1 2000; seq 2001 2010 >&2; echo bye; exit 7');
  expect({ ok, exitCode }).toEqual({ ok: false, exitCode: 7 });
  const lines = Array.from({ length: 2010 }, (_, n) => String(n + 1));
  expect(readFileSync(logPath, 'utf8').trim().split('\n')).toEqual([...lines, 'bye']);
  expect(logTail).toMatch(/2009\n2010\nbye\n$/);
});

it('nothing is missing of what is over at once', async () => {
  for (let n = 0; n < 100; n++) {
    const { exitCode, logTail } = await run(`echo ${n}; exit 7`);
    expect(`${exitCode} ${logTail}`).toBe(`7 ${n}\n`);
  }
});

it('a log does not grow beyond its limit, and has the beginning and the real end', async () => {
  const { ok, exitCode, logPath, logTail } = await run(
    'echo first; yes 0123456789 | head -c 90000000; echo last; exit 3',
  );
  expect({ ok, exitCode }).toEqual({ ok: false, exitCode: 3 });
  expect(statSync(logPath).size).toBeGreaterThan(20_000_000);
  expect(statSync(logPath).size).toBeLessThan(22_000_000);
  const text = readFileSync(logPath, 'utf8');
  expect(text.startsWith('first\n0123456789\n')).toBe(true);
  expect(text).toContain('\n[more was printed than is kept: from here on, only the end of it]\n');
  expect(logTail).toMatch(/0123456789\n.*last\n$/);
});

it('one that prints without end takes its time, and no more room than any other', async () => {
  const { timedOut, logPath, logTail } = await run('yes', 3_000);
  expect(timedOut).toBe(true);
  expect(statSync(logPath).size).toBeLessThan(22_000_000);
  expect(logTail).toContain('y\ny\n');
  expect(logTail).toContain('[stopped after 3 s: it took too long]');
});

it('what is printed piece by piece can be read along, byte for byte', async () => {
  let log = '';
  const running = runProjectCommand(world.deps, {
    command: `for n in 1 2 3; do echo "line $n"; while [ ! -e go$n ]; do sleep 0.05; done; done`,
    cwd: world.dir,
    name: 'along',
    timeoutMs: 60_000,
    projectId: 'none',
    tasks: [],
    onLog: (logPath) => {
      log = logPath;
    },
  });
  for (const n of [1, 2, 3]) {
    await waitFor(`line ${n}`, async () =>
      (await readFile(log, 'utf8').catch(() => '')).includes(`line ${n}\n`),
    );
    await world.deps.run('touch', [world.at(`go${n}`)]);
  }
  expect((await running).logTail).toBe('line 1\nline 2\nline 3\n');
});

it('a server that is killed loses no line of a command that goes on', async () => {
  const command =
    'echo $$ > top; for n in $(seq 1 400); do echo "line $n"; sleep 0.005; done; touch done; sleep 77778';
  const server = world.startServer(command);
  const top = await world.pidIn('top');
  await world.kill(server);
  await waitFor('the end', () => statSync(world.at('done'), { throwIfNoEntry: false }));
  const { stdout } = await world.deps.run('sh', ['-c', `cat ${world.deps.home.logs}/commands/*`]);
  expect(stdout.trim().split('\n')).toEqual(Array.from({ length: 400 }, (_, n) => `line ${n + 1}`));
  process.kill(-top, 'SIGKILL');
});
