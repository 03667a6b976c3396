import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Run, run } from '@/backend/clients/process/run';
import { createStarter, type Starter } from '@/backend/clients/process/starter/create_starter';
import { bundleStarter } from '../../support/practice/bundle';
import { waitFor } from '../../support/wait_for';

let dir: string;
let program: string;
let starter: Starter;

beforeAll(async () => {
  dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'ff-starter-')));
  program = await bundleStarter(dir);
  starter = await startOne();
});

afterAll(async () => {
  starter.stop();
  await waitFor('the end of every starter', async () => (await starters()).length === 0);
  await rm(dir, { recursive: true, force: true });
});

const node = (code: string): [string, string[]] => [process.execPath, ['-e', code]];

/** Both must do the same, so that it never matters which of them did it. */
describe.each([
  ['by itself', (): Run => run],
  ['through the starter', (): Run => starter.run],
])('a program that the server starts %s', (_how, give) => {
  it('gives its output, its status and its signal', async () => {
    const code = `process.stdout.write('größe ✓');process.stderr.write('why');process.exitCode=3`;
    expect(await give()(...node(code))).toEqual({
      code: 3,
      signal: null,
      stdout: 'größe ✓',
      stderr: 'why',
      timedOut: false,
    });
    expect(await give()('sh', ['-c', 'kill -KILL $$'])).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('gets its folder, its input and its environment', async () => {
    const env = { FF_ADDED: 'a b\n"c"', PATH: process.env.PATH, HOME: undefined };
    const script = 'pwd; printf "%s|%s|" "$FF_ADDED" "$HOME"; cat';
    const result = await give()('sh', ['-c', script], { cwd: dir, env, input: 'naïve\u0000end' });
    expect(result.stdout).toBe(`${dir}\n${env.FF_ADDED}||naïve\u0000end`);
  });

  it('is not harmed by one that does not read its input', async () => {
    const result = await give()('true', [], { input: 'x'.repeat(1_000_000) });
    expect(result.code).toBe(0);
  });

  it('has its output cut where it becomes too long, in characters', async () => {
    const result = await give()(...node(`process.stdout.write('ä'.repeat(3_000_000))`), { maxBytes: 1000 });
    expect(result.stdout).toBe('ä'.repeat(1000));
  });

  it('gives a long output whole', async () => {
    const result = await give()(...node(`process.stdout.write('öl\\n'.repeat(2_000_000))`));
    expect(result.stdout === 'öl\n'.repeat(2_000_000)).toBe(true);
  });

  it('is ended when its time is up', async () => {
    const result = await give()('sleep', ['60'], { timeoutMs: 50 });
    expect(result).toMatchObject({ timedOut: true, code: null, signal: 'SIGTERM' });
  });

  it('is missed by name when it is not there, or its folder is not', async () => {
    await expect(give()('no-such-program', [])).rejects.toMatchObject({ code: 'MISSING_TOOL' });
    await expect(give()('true', [], { cwd: `${dir}/nowhere` })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(`${dir}/nowhere`),
    });
  });

  it('runs beside many others', async () => {
    const asked = Array.from({ length: 40 }, (_, n) => give()('sh', ['-c', `echo ${n}`]));
    expect((await Promise.all(asked)).map(({ stdout }) => stdout)).toEqual(asked.map((_, n) => `${n}\n`));
  });
});

describe('the starter', () => {
  it('is really what starts them, once it is up', async () => {
    const { stdout } = await starter.run('sh', ['-c', 'echo $PPID']);
    expect(await starters()).toContain(Number(stdout));
  });

  it('is done without when it is killed: what ran says so, what comes next works', async () => {
    const other = await startOne();
    const pid = Number((await other.run('sh', ['-c', 'echo $PPID'])).stdout);
    const broken = expect(other.run('sleep', ['0.5'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    process.kill(pid, 'SIGKILL');
    await broken;
    expect((await other.run('echo', ['still here'])).stdout).toBe('still here\n');
    other.stop();
  });

  it('heeds no signal that is meant for the server, finishes what runs, and ends with the server', async () => {
    const other = await startOne();
    const pid = Number((await other.run('sh', ['-c', 'echo $PPID'])).stdout);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
    const last = other.run('sh', ['-c', 'sleep 0.2; echo done']);
    other.stop();
    expect((await last).stdout).toBe('done\n');
    await waitFor('its end', async () => !(await starters()).includes(pid));
  });
});

async function startOne(): Promise<Starter> {
  const one = createStarter({ program });
  const before = await starters();
  one.start();
  await waitFor('a starter that is up', async () => {
    const { stdout } = await one.run('sh', ['-c', 'echo $PPID']);
    return Number(stdout) !== process.pid && !before.includes(Number(stdout));
  });
  return one;
}

/** The processes that run our program. */
async function starters(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const line = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (line.split('\0')[1] === program) found.push(Number(name));
  }
  return found;
}
