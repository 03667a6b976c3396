import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { findPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { approveTask } from '@/backend/services/review/approve_task';
import { submitWork } from '@/backend/services/review/submit_work';
import { rebaseTask } from '@/backend/services/worktree/rebase_task';
import { commitFiles, writeFiles } from '../../support/git';
import { type MergeWorld, makeMergeWorld, type Piece, type WorldOptions } from './world';

let world: MergeWorld;
afterEach(() => world?.close());

const open = async (options: WorldOptions = {}) => {
  world = await makeMergeWorld(options);
  return world;
};
const advance = () => advanceMergeQueue(world.deps, { epicId: world.epic.id });
const outcomes = async () =>
  (await listMerges(world.db.store, { epicId: world.epic.id })).map(({ state }) => state);

/** Says how often it ran in a file outside the folder, so that runs can be counted. */
async function countingCommand(condition: string): Promise<() => number> {
  const counter = path.join(world.homeDir, 'runs');
  const testCommand = `echo run >> ${counter}; ${condition}`;
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
  return () => (existsSync(counter) ? readFileSync(counter, 'utf8').trim().split('\n').length : 0);
}

it('lands ten that do not conflict with three runs of the tests and no rebase', async () => {
  await open();
  const pieces: Piece[] = [];
  for (let n = 0; n < 10; n++) pieces.push(await world.submitted(`Piece ${n}`, { [`p${n}.txt`]: `${n}\n` }));
  const runs = await countingCommand('true');
  const before = await world.tip();
  await Promise.all(
    pieces.map(({ task }) => approveTask(world.deps, { actor: world.supervisor, taskId: task.id })),
  );
  expect(await advance()).toEqual({ kind: 'done' });

  expect(runs()).toBeLessThanOrEqual(3);
  expect(await world.mails('rebase_request')).toEqual([]);
  expect(await world.mails('landed')).toHaveLength(3);
  for (const piece of pieces) expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.files(world.epic.branchName)).toEqual(
    ['README.md', ...pieces.map((_, n) => `p${n}.txt`)].sort(),
  );
  const chain = await world.git.git(
    world.repo,
    'log',
    '--first-parent',
    '--format=%P',
    `${before}..${world.epic.branchName}`,
  );
  expect(chain.split('\n')).toHaveLength(10);
  // Each merge stands on the one before it and brings in one approved head, each head once.
  const heads = chain.split('\n').map((parents) => parents.split(' ').slice(1));
  const approved = (await listMerges(world.db.store, { epicId: world.epic.id })).map((row) => [
    row.approvedSha,
  ]);
  expect(heads.sort()).toEqual(approved.sort());
  for (const n of pieces.keys()) {
    expect(await world.git.git(world.repo, 'show', `${world.epic.branchName}:p${n}.txt`)).toBe(`${n}`);
  }
  // The supervisor's checkout came along, and nothing in it looks changed.
  expect(await world.git.git(world.epic.worktreePath, 'status', '--porcelain')).toBe('');
  expect(existsSync(path.join(world.epic.worktreePath, 'p9.txt'))).toBe(true);

  const seq = world.db.store.tail.last();
  expect(await advance()).toEqual({ kind: 'done' });
  expect(world.db.store.tail.last()).toBe(seq);
});

it('blocks exactly the losers of three conflicting pairs, and lands them after a rebase', async () => {
  await open({ testCommand: 'true' });
  const first: Piece[] = [];
  const second: Piece[] = [];
  for (let n = 0; n < 3; n++) first.push(await world.submitted(`First ${n}`, { [`f${n}.txt`]: 'first\n' }));
  for (let n = 0; n < 3; n++)
    second.push(await world.submitted(`Second ${n}`, { [`f${n}.txt`]: 'second\n' }));
  for (const { task } of [...first, ...second]) {
    await approveTask(world.deps, { actor: world.supervisor, taskId: task.id });
  }
  await advance();
  for (const piece of first) expect(await world.stateOf(piece)).toBe('COMPLETED');
  const asked = await world.mails('rebase_request');
  expect(asked).toHaveLength(3);
  for (const [n, piece] of second.entries()) {
    expect(await world.stateOf(piece)).toBe('BLOCKED');
    const mail = asked.find(({ taskId }) => taskId === piece.task.id);
    const pullRequest = await findPullRequest(world.db.store, piece.task.id);
    expect(mail?.toAgentId).toBe(piece.workerId);
    expect(mail?.body).toContain(`- f${n}.txt`);
    expect(mail?.body).toContain(pullRequest?.headSha);
    expect(mail?.body).toContain(pullRequest?.baseSha);
    expect(mail?.body).toContain(`First ${n}`);
    expect(mail?.body).not.toContain(`f${(n + 1) % 3}.txt`);
    expect(pullRequest?.conflictFiles).toEqual([`f${n}.txt`]);
  }
  for (const [n, { task, workerId }] of second.entries()) {
    const rebased = await rebaseTask(world.deps, { agentId: workerId, step: 'start' });
    expect(rebased).toMatchObject({ status: 'conflict', files: [`f${n}.txt`] });
    await writeFiles(task.worktreePath, { [`f${n}.txt`]: 'first\nsecond\n' });
    await world.git.git(task.worktreePath, 'add', '--all');
    await rebaseTask(world.deps, { agentId: workerId, step: 'continue' });
    await submitWork(world.deps, { agentId: workerId });
    await approveTask(world.deps, { actor: world.supervisor, taskId: task.id });
  }
  await advance();
  for (const piece of second) expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.git.git(world.repo, 'show', `${world.epic.branchName}:f1.txt`)).toBe('first\nsecond');
  expect(await world.mails('rebase_request')).toHaveLength(3);
});

it('looks again at those in review after a landing: a conflict is blocked, the others are left in peace', async () => {
  await open();
  const clean = await world.submitted('Clean', { 'clean.txt': 'x\n' });
  const loser = await world.submitted('Loser', { 'same.txt': 'loser\n' });
  await world.approved('Winner', { 'same.txt': 'winner\n' });
  await advance();
  expect(await world.stateOf(clean)).toBe('REVIEW');
  expect(await world.stateOf(loser)).toBe('BLOCKED');
  const mails = await world.mails();
  const told = mails.find(({ toAgentId }) => toAgentId === clean.workerId);
  expect(told?.kind).toBe('landed');
  // In the inbox, not in the terminal: nobody is woken to do nothing.
  expect(await world.db.store.client.delivery.count({ where: { agentId: clean.workerId } })).toBe(0);
  expect(await world.db.store.client.delivery.count({ where: { agentId: loser.workerId } })).toBe(1);
});

it('finds two culprits in one batch, lands the rest, and sends each back with the end of the log', async () => {
  await open({ settings: { merge: { batchSize: 6 } } });
  const pieces: Piece[] = [];
  for (let n = 0; n < 6; n++) {
    const bad = n === 1 || n === 4;
    pieces.push(await world.submitted(`Piece ${n}`, { [bad ? `bad${n}.txt` : `good${n}.txt`]: `${n}\n` }));
  }
  await countingCommand('for f in bad*; do [ -e "$f" ] && echo "found $f" && exit 1; done; exit 0');
  for (const { task } of pieces) {
    await approveTask(world.deps, { actor: world.supervisor, taskId: task.id });
  }
  await advance();
  const states = await Promise.all(pieces.map((piece) => world.stateOf(piece)));
  expect(states).toEqual(['COMPLETED', 'IN_PROGRESS', 'COMPLETED', 'COMPLETED', 'IN_PROGRESS', 'COMPLETED']);
  const mails = await world.mails('tests_failed');
  expect(mails.map(({ toAgentId }) => toAgentId).sort()).toEqual(
    [pieces[1]?.workerId, pieces[4]?.workerId].sort(),
  );
  expect(mails.find(({ toAgentId }) => toAgentId === pieces[4]?.workerId)?.body).toContain('found bad4.txt');
  expect(await world.files(world.epic.branchName)).toEqual([
    'README.md',
    'good0.txt',
    'good2.txt',
    'good3.txt',
    'good5.txt',
  ]);
});

it('gives a flaky test a second chance', async () => {
  await open();
  const piece = await world.approved('Piece', { 'a.txt': 'a\n' });
  const marker = path.join(world.homeDir, 'flaked');
  const runs = await countingCommand(`[ -e ${marker} ] || { touch ${marker}; exit 1; }`);
  await advance();
  expect(runs()).toBe(2);
  expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.mails('tests_failed')).toEqual([]);
});

it('keeps what commands printed for a month', async () => {
  await open({ testCommand: 'true' });
  const dir = path.join(world.deps.home.logs, 'commands');
  mkdirSync(dir, { recursive: true });
  const age = (name: string, days: number) => {
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    writeFileSync(path.join(dir, name), 'said\n');
    utimesSync(path.join(dir, name), at, at);
  };
  age('old.log', 31);
  age('young.log', 29);
  await world.submitted('Piece', { 'a.txt': 'a\n' });
  const left = readdirSync(dir);
  expect(left).toContain('young.log');
  expect(left).not.toContain('old.log');
  expect(left.some((name) => name.startsWith('submit-'))).toBe(true);
});

it('ends a test command that hangs, with everything it started', async () => {
  await open();
  const piece = await world.approved('Piece', { 'a.txt': 'a\n' });
  // A number that no other program on this machine sleeps for.
  const seconds = `300.${process.pid}${Date.now()}`;
  await countingCommand(`[ ! -e a.txt ] || (trap '' TERM; setsid sleep ${seconds} & sleep ${seconds})`);
  // The setting counts in minutes; the row is written directly to have a short one.
  await world.db.store.client.project.update({
    where: { id: world.project.id },
    data: { settings: { merge: { testTimeoutMinutes: 1 } } },
  });
  const deps = {
    ...world.deps,
    run: ((file, args, options) =>
      world.deps.run(file, args, {
        ...options,
        ...(options?.timeoutMs === 60_000 ? { timeoutMs: 1_000 } : {}),
      })) satisfies typeof world.deps.run,
  };
  await advanceMergeQueue(deps, { epicId: world.epic.id });
  expect(await world.stateOf(piece)).toBe('IN_PROGRESS');
  expect((await world.mails('tests_failed'))[0]?.body).toContain('it took too long');
  const left = await world.git.run('sh', ['-c', `ps -eo args | grep -c "[s]leep ${seconds}"`]);
  expect(left.stdout.trim()).toBe('0');
});

it('voids the approval of a head that moved, and cancels the place of a task that is over', async () => {
  await open();
  const moved = await world.approved('Moved', { 'a.txt': 'a\n' });
  const over = await world.approved('Over', { 'b.txt': 'b\n' });
  const good = await world.approved('Good', { 'c.txt': 'c\n' });
  await commitFiles(world.git, { repo: moved.task.worktreePath, files: { 'a.txt': 'more\n' } });
  await world.db.store.write((tx) =>
    transitionTask(tx, { id: over.task.id, to: 'CANCELLED', actor: 'human' }),
  );
  await advance();
  expect(await outcomes()).toEqual(['VOID', 'CANCELLED', 'LANDED']);
  expect(await world.stateOf(moved)).toBe('REVIEW');
  expect(await world.stateOf(good)).toBe('COMPLETED');
  expect(await world.files(world.epic.branchName)).toEqual(['README.md', 'c.txt']);
  const told = (await world.mails('message')).map(({ toAgentId }) => toAgentId);
  expect(told.sort()).toEqual([moved.workerId, world.supervisorId].sort());

  await submitWork(world.deps, { agentId: moved.workerId });
  await approveTask(world.deps, { actor: world.supervisor, taskId: moved.task.id });
  await advance();
  expect(await world.stateOf(moved)).toBe('COMPLETED');
});

it('lands what was approved although its branch was deleted, and settles an empty merge', async () => {
  await open({ testCommand: 'true' });
  const deleted = await world.approved('Deleted', { 'a.txt': 'a\n' });
  const same = await world.approved('Same', { 'b.txt': 'b\n' });
  const twin = await world.approved('Twin', { 'b.txt': 'b\n' });
  const { worktreePath, branchName } = deleted.task;
  await world.git.git(world.repo, 'worktree', 'remove', '--force', worktreePath);
  await world.git.git(world.repo, 'branch', '-D', branchName);
  await advance();
  expect(await outcomes()).toEqual(['LANDED', 'LANDED', 'LANDED']);
  for (const piece of [deleted, same, twin]) expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.files(world.epic.branchName)).toEqual(['README.md', 'a.txt', 'b.txt']);
});

it('waits for uncommitted changes of the supervisor that are in the way, asks once, and goes on by itself', async () => {
  await open({ files: { 'a.txt': 'old\n' } });
  const piece = await world.approved('Piece', { 'a.txt': 'new\n' });
  const mine = path.join(world.epic.worktreePath, 'a.txt');
  writeFileSync(mine, 'mine\n');
  const before = await world.tip();
  expect((await advance()).kind).toBe('wait');
  expect((await advance()).kind).toBe('wait');
  expect(await world.tip()).toBe(before);
  expect(readFileSync(mine, 'utf8')).toBe('mine\n');
  const asked = (await world.mails('message')).filter(({ toAgentId }) => toAgentId === world.supervisorId);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toContain('a.txt');
  await world.git.git(world.epic.worktreePath, 'checkout', '--', 'a.txt');
  expect(await advance()).toEqual({ kind: 'done' });
  expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(readFileSync(mine, 'utf8')).toBe('new\n');
});

it('builds anew when the epic branch moves under it', async () => {
  await open();
  const piece = await world.approved('Piece', { 'a.txt': 'a\n' });
  let moved = false;
  const deps = {
    ...world.deps,
    checkpoint: (step: string) => {
      if (step !== 'about to land' || moved) return;
      moved = true;
      // The supervisor commits at the worst moment.
      writeFileSync(path.join(world.epic.worktreePath, 's.txt'), 's\n');
    },
    git: {
      ...world.deps.git,
      landRef: async (input: Parameters<typeof world.deps.git.landRef>[0]) => {
        if (moved && !existsSync(path.join(world.homeDir, 'done'))) {
          writeFileSync(path.join(world.homeDir, 'done'), '');
          await world.git.git(world.epic.worktreePath, 'add', '--all');
          await world.git.git(world.epic.worktreePath, 'commit', '--quiet', '-m', 'By hand');
        }
        return world.deps.git.landRef(input);
      },
    },
  };
  expect(await advanceMergeQueue(deps, { epicId: world.epic.id })).toEqual({ kind: 'done' });
  expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.files(world.epic.branchName)).toEqual(['README.md', 'a.txt', 's.txt']);
});

it('does not send work back for a test command that cannot be run: the human is told once, and it lands when it can', async () => {
  await open({ testCommand: 'no-such-program --all' });
  const piece = await world.approved('Innocent', { 'innocent.txt': 'x\n' });
  const [submission] = await world.mails('submission');
  expect(submission?.body).toContain('could not be run (no-such-program --all, exit code 127');
  expect(submission?.body).not.toContain('TESTS FAILED');
  for (let n = 0; n < 2; n++) {
    await expect(advance()).rejects.toMatchObject({
      message:
        '`no-such-program --all` could not be run (exit code 127): a program that it calls is not there.',
      next: expect.stringContaining('Correct the test command'),
    });
  }
  expect(await world.stateOf(piece)).toBe('REVIEW');
  expect(await world.mails('tests_failed')).toEqual([]);
  const told = (await world.mails('failure')).map(({ toParty, subject }) => [toParty, subject]);
  expect(told).toEqual([['HUMAN', 'The test command of repo cannot be run: no-such-program --all']]);
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand: 'true' }));
  await advance();
  expect(await world.stateOf(piece)).toBe('COMPLETED');
});

it('does not send work back for tests that fail without it: it lands, and the human is told once', async () => {
  await open({ testCommand: 'echo "the database is away"; exit 1' });
  const pieces = [
    await world.approved('One', { 'one.txt': '1\n' }),
    await world.approved('Two', { 'two.txt': '2\n' }),
  ];
  expect(await advance()).toEqual({ kind: 'done' });
  for (const piece of pieces) expect(await world.stateOf(piece)).toBe('COMPLETED');
  pieces.push(await world.approved('Three', { 'three.txt': '3\n' }));
  await advance();
  expect(await outcomes()).toEqual(['LANDED', 'LANDED', 'LANDED']);
  expect(await world.mails('tests_failed')).toEqual([]);
  const told = (await world.mails('failure')).filter(({ toParty }) => toParty === 'HUMAN');
  expect(told).toHaveLength(1);
  expect(told[0]?.body).toContain('the database is away');
  expect(told[0]?.body).toContain('lands all the same');
});

it('lands nothing untested while the set-up fails without the work too', async () => {
  await open({ testCommand: 'true' });
  const away = path.join(world.homeDir, 'away');
  writeFileSync(away, '');
  await world.db.store.write((tx) =>
    updateProject(tx, world.project.id, { setupCommand: `test ! -e ${away}` }),
  );
  const piece = await world.approved('Innocent', { 'innocent.txt': 'x\n' });
  await expect(advance()).rejects.toMatchObject({ message: expect.stringContaining('set-up command fails') });
  expect(await world.stateOf(piece)).toBe('REVIEW');
  expect(await world.mails('tests_failed')).toEqual([]);
  rmSync(away);
  await advance();
  expect(await world.stateOf(piece)).toBe('COMPLETED');
});
