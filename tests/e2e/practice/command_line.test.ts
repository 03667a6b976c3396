import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPty } from '@/backend/clients/pty/open_pty';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { type Task, updateTaskText } from '@/backend/resource_accessors/task.accessor';
import { createEpic } from '@/backend/services/task/create_epic';
import { pauseTask } from '@/backend/services/task/pause_task';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { type PracticeFactory, startFactory } from '../../support/practice/factory';
import { waitFor } from '../../support/wait_for';

let world: GitWorld;
let factory: PracticeFactory;
/** An epic whose agents only listen, and two files that are there. */
let first: Task;
let text: string;
let exported: string;

beforeAll(async () => {
  world = await makeGitWorld();
  factory = await startFactory();
  const repo = await world.makeRepo({ name: 'shop' });
  first = await factory.addEpic({ repo, title: 'First', scenario: { mode: 'listen' } });
  text = path.join(world.dir, 'epic.md');
  exported = path.join(world.dir, 'all.jsonl');
  await writeFile(text, 'From a file.\n');
});
afterAll(async () => {
  await factory?.stop();
  await world?.cleanup();
});

describe('the command line', () => {
  it('tells, creates, writes, keeps and goes back', async () => {
    const created = await json(
      'epic',
      'create',
      '--project',
      'shop',
      '--title',
      'Second',
      '--file',
      text,
      '--json',
    );
    const { id } = z.object({ id: z.string() }).parse(created);
    const tasks = z
      .array(z.object({ id: z.string(), description: z.string() }))
      .parse(await json('tasks', '--json'));
    expect(tasks.find((task) => task.id === id)?.description).toBe('From a file.\n');

    await factory.whenEpic(first.id, ['IN_PROGRESS']);
    const status = await json('status', '--json');
    expect(status).toMatchObject({ server: { status: 'healthy' }, projects: [{ slug: 'shop' }] });
    const told = (await cli('status')).stdout;
    expect(told).toContain('Second');
    // What --project asks for.
    expect(told).toContain(`shop ${world.dir}`);
    expect(told).toMatch(/\n\d+ agents? in service, /);
    expect((await cli('attach', first.id.slice(0, 10), '--print')).stdout).toMatch(
      /^tmux -u -S .* -t =supervisor-/,
    );

    await cli('mail', 'send', first.id, 'Hello', 'How are you?');
    const sent = (await cli('mail', '--all')).stdout;
    expect(sent).toContain('Hello');
    const [, mailId = ''] = /(\w{8}) +human +Hello/.exec(sent) ?? [];
    expect((await cli('mail', 'read', mailId)).stdout).toMatch(
      /^Hello\nfrom human to supervisor-\S+, \d{4}-\d\d-\d\d \d\d:\d\d\n\nHow are you\?$/,
    );
    const short = await cli('plan', `task:${first.id.slice(0, 8)}`);
    expect([short.exitCode, short.stdout]).toEqual([0, (await cli('plan', `task:${first.id}`)).stdout]);
    // Where merges of an epic are tested is a folder of ours, too.
    await mkdir(path.join(path.dirname(first.worktreePath), `integration-${first.id.slice(0, 8)}`));
    const findings = z
      .array(z.object({ about: z.string(), state: z.string(), message: z.string() }))
      .parse(await json('doctor', '--json'));
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(findings.filter(({ message }) => message.includes('belong to no task'))).toEqual([]);
    expect(findings.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['git', 'tmux', 'claude', 'practice', 'disk', 'database', 'server', 'orphans']),
    );

    await cli('export', exported);
    const lines = (await readFile(exported, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).model)).toEqual(
      expect.arrayContaining(['task', 'mail', 'event']),
    );
    expect(lines.some((line) => line.includes('"tokenHash":'))).toBe(false);

    const backup = path.join(world.dir, 'kept.sqlite');
    await cli('backup', backup);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect((await cli('restore', backup)).stderr).toContain('A server has this database open');
    const help = await cli('--help');
    for (const command of ['status', 'epic', 'tasks', 'attach', 'mail', 'plan', 'doctor', 'export']) {
      expect(help.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
    // What a prompt-injected agent may have stored before titles were checked does not reach this terminal.
    await factory.deps.store.write((tx) => updateTaskText(tx, id, { title: 'Second \u001b]0;owned\u0007' }));
    for (const { stdout } of await Promise.all([cli('status'), cli('tasks')])) {
      expect(stdout).toContain('Second \ufffd]0;owned');
      expect(stdout).not.toContain('\u001b]0;');
    }
    const piped = await execa(
      'sh',
      ['-c', `"${process.execPath}" dist/factory.mjs export | head -n 1`],
      options(),
    );
    expect(piped.stderr).toBe('');
  });

  it('calls an epic what the pages call it, and says what stands in its way', async () => {
    const { deps } = factory;
    const { projectId } = first;
    const held = await createEpic(deps, { projectId, parentId: null, title: 'Held', quick: false });
    await pauseTask(deps, { taskId: held.id });
    const row = new RegExp(`^  ${held.id.slice(0, 8)} +paused by you +no plan yet +Held `, 'm');
    expect((await cli('status')).stdout).toMatch(row);
    expect((await cli('plan', `task:${held.id.slice(0, 8)}`)).stdout).toContain(
      '“Held” does not go on: it is paused by you. Press Resume on its page.',
    );
    const condition = { subjectKind: 'TASK', subjectId: held.id, type: 'ReconcileFailing' } as const;
    const message = 'Nobody is signed in.';
    await deps.store.write((tx) =>
      setCondition(tx, { id: deps.newId(), ...condition, status: true, reason: 'test', message }, {}),
    );
    const { stdout } = await cli('status');
    expect(stdout).toContain(`  ! ${held.id.slice(0, 8)} Nobody is signed in.`);
    expect(stdout).not.toContain('Everything runs.');
  });

  it('refuses with words, whatever it is given', async () => {
    const refusals: [string[], string][] = [
      [['tasks', '--project', 'nowhere'], 'There are: shop.'],
      [['epic', 'create', '--project', 'shop', '--title', ''], 'title'],
      [['nonsense'], "unknown command 'nonsense'"],
      [
        ['epic', 'create', '--project', 'shop', '--title', 'x', '--provider', 'nobody'],
        'There is no provider “nobody”. Choose claude or practice.',
      ],
      [['epic', 'create', '--project', 'shop', '--title', 'x', '--file', '/no/such'], '/no/such'],
      [['epic', 'create', '--project', 'shop', '--title', 'red\u001b[31m'], 'control characters'],
      [['tasks', '--state', 'nope'], 'There is no state “nope”. There are: PENDING'],
      [['attach', 'zz'], 'no task whose id begins with “zz”'],
      [['plan', 'task:zz'], 'no task whose id begins with “zz”'],
      [['mail', 'read', 'zz'], 'no mail whose id begins with “zz”'],
      [['mail', 'send', first.id, 'Subject', ' '], 'Write something'],
      [['export', exported], 'cannot be written'],
      [['backup', '/proc/x'], 'could not be written'],
      [['restore', text], 'It is no database'],
    ];
    const ends = await Promise.all(
      refusals.map(async ([args, words]) => ({ args, words, ...(await cli(...args)) })),
    );
    for (const { args, words, exitCode, stderr } of ends) {
      expect(stderr, args.join(' ')).toContain(words);
      expect(stderr, args.join(' ')).not.toContain('Unexpected failure');
      expect(exitCode, args.join(' ')).toBe(1);
    }
  });

  it('works without a server, goes back to a backup, and says what to do where there is nothing', async () => {
    const { server, env } = factory;
    const home = path.join(world.dir, 'other-home');
    const alone = (...args: string[]) =>
      execa(process.execPath, ['dist/factory.mjs', ...args], {
        env: { ...env, FACTORY_HOME: home, PORT: '9' },
        extendEnv: false,
        reject: false,
      });
    for (const command of ['status', 'backup']) {
      const { exitCode, stderr } = await alone(command);
      expect([exitCode, /no data|no database/.test(stderr)], `${command}: ${stderr}`).toEqual([1, true]);
    }
    expect((await alone('doctor')).stdout).toContain('is made at the first start');
    const backup = path.join(world.dir, 'whole.sqlite');
    await cli('backup', backup);
    expect((await alone('restore', backup)).stdout).toContain(`Restored ${backup}`);
    expect((await alone('status')).stdout).toContain('No server answers');
    expect((await alone('tasks')).stdout).toContain('First');
    expect((await alone('open')).stderr).toContain('Start it: npm start');
    await writeFile(path.join(home, 'factory.db'), 'damaged');
    const ill = await alone('doctor', '--json');
    expect(ill.exitCode).toBe(1);
    expect(ill.stdout).toContain('npm run factory -- restore');
    const again = await alone('restore', backup);
    expect(again.stdout, again.stderr).toContain('What was there before is in');
    expect((await alone('tasks')).stdout).toContain('First');
    expect(server.child.exitCode).toBeNull();
  });
});

describe('attach', () => {
  it('says how to leave, leaves at that key only, and puts the terminal back', async () => {
    await factory.whenEpic(first.id, ['IN_PROGRESS']);
    const looking = openTerminal(first.id);
    await looking.shows('press q or Ctrl-C to leave');
    await looking.shows('scripted: no model');
    looking.write('x');
    looking.write('q');
    await looking.shows('You left supervisor-');
    await looking.shows('code=0 same=yes');
    expect(looking.seen()).not.toContain('lost tty');

    const typing = openTerminal(first.id, '--write');
    await typing.shows('press Ctrl-] to leave');
    await typing.shows('scripted: no model');
    typing.write('typed q');
    await typing.shows('typed q');
    typing.write('\u001d');
    await typing.shows('code=0 same=yes');

    const sessions = await factory.deps.tmux.listSessions();
    expect(sessions.map(({ dead }) => dead)).not.toContain(true);
    expect(sessions.map(({ attachedClients }) => attachedClients)).toEqual(sessions.map(() => 0));
    expect((await cli('attach', first.id)).stderr).toContain('There is no terminal here');
  });
});

describe('the demo', () => {
  it('runs to the merged pull request, says so in one line and leaves nothing behind', async () => {
    const before = leftovers();
    const demo = await cli('demo', '--headless', '--json', '--timeout', '150');
    expect(demo.exitCode, demo.stderr).toBe(0);
    expect(demo.stdout.split('\n')).toHaveLength(1);
    const report = z
      .strictObject({
        epicId: z.string(),
        state: z.literal('COMPLETED'),
        prUrl: z.url(),
        subtasks: z.literal(3),
        seconds: z.number(),
        deliveries: z.strictObject({ sent: z.int(), seen: z.int() }),
        merges: z.literal(3),
      })
      .parse(JSON.parse(demo.stdout));
    expect(report.deliveries.seen).toBe(report.deliveries.sent);
    expect(leftovers()).toEqual(before);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const before = leftovers();
    const demo = execa(process.execPath, ['dist/factory.mjs', 'demo', '--headless'], options());
    const home = await waitFor('its folder', () => leftovers().find((name) => !before.includes(name)));
    await waitFor('its terminals', () => existsSync(path.join(os.tmpdir(), home, 'tmux.sock')));
    demo.kill('SIGINT');
    const { exitCode } = await demo;
    expect(exitCode).toBe(1);
    expect(leftovers()).toEqual(before);
  });
});

/** `attach` in a terminal as a person has one; at its end the terminal is compared with what it was before. */
function openTerminal(...args: string[]) {
  let seen = '';
  const attach = [process.execPath, 'dist/factory.mjs', 'attach', ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  const script = `cd '${process.cwd()}'; before=$(stty -g); ${attach}; echo "code=$? same=$(test "$before" = "$(stty -g)" && echo yes)"`;
  const pty = openPty({
    file: 'sh',
    args: ['-c', script],
    env: factory.env,
    cols: 140,
    rows: 45,
    onData: (bytes) => {
      seen += bytes.toString();
    },
    onExit: () => undefined,
  });
  return {
    write: pty.write,
    seen: () => seen,
    shows: (text: string) =>
      waitFor(`“${text}” in the terminal`, () => stripVTControlCharacters(seen).includes(text), {
        instead: async () => seen,
      }),
  };
}

function leftovers(): string[] {
  return readdirSync(os.tmpdir()).filter((name) => name.startsWith('ff-demo-'));
}

function options() {
  return { env: factory.env, extendEnv: false, reject: false } as const;
}

function cli(...args: string[]) {
  return execa(process.execPath, ['dist/factory.mjs', ...args], options());
}

async function json(...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await cli(...args);
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${args.join(' ')} printed no JSON: ${stdout} ${stderr}`);
  }
}
