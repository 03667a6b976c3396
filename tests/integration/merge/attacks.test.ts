import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { findPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listReviews } from '@/backend/resource_accessors/review.accessor';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { approveTask } from '@/backend/services/review/approve_task';
import { submitWork } from '@/backend/services/review/submit_work';
import { removeWorktree } from '@/backend/services/session/remove_worktree';
import { commitFiles } from '../../support/git';
import { type MergeWorld, makeMergeWorld } from './world';

let world: MergeWorld;
afterEach(() => world?.close());

const advance = () => advanceMergeQueue(world.deps, { epicId: world.epic.id });
const outcomes = async () =>
  (await listMerges(world.db.store, { epicId: world.epic.id })).map(({ state }) => state);
const setTests = (testCommand: string) =>
  world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));

it('lands once what two approve at the same time, by one review', async () => {
  world = await makeMergeWorld();
  const { task } = await world.submitted('Piece', { 'a.txt': 'a\n' });
  const approve = (actor: Parameters<typeof approveTask>[1]['actor']) =>
    approveTask(world.deps, { actor, taskId: task.id });
  const both = await Promise.all([
    approve({ kind: 'human' }),
    approve({ kind: 'human' }),
    approve(world.supervisor),
  ]);
  expect(new Set(both.map(({ merge }) => merge.id)).size).toBe(1);
  // Nor do two servers land it twice.
  await Promise.all([advance(), advance()]);
  expect(await outcomes()).toEqual(['LANDED']);
  const pullRequest = await findPullRequest(world.db.store, task.id);
  expect(await listReviews(world.db.store, pullRequest?.id ?? '')).toHaveLength(1);
  expect(await world.git.git(world.repo, 'rev-list', '--merges', '--count', world.epic.branchName)).toBe('1');
  expect(await world.mails('landed')).toHaveLength(1);
});

it('loses no commit that comes between approval and landing', async () => {
  world = await makeMergeWorld();
  const early = await world.approved('Early', { 'early.txt': '1\n' });
  const more = await commitFiles(world.git, { repo: early.task.worktreePath, files: { 'early.txt': '2\n' } });
  await advance();
  // Before the landing began: nothing lands that was not looked at.
  expect(await outcomes()).toEqual(['VOID']);
  expect(await world.git.git(world.repo, 'rev-parse', early.task.branchName)).toBe(more);

  const late = await world.approved('Late', { 'late.txt': '1\n' });
  let after = '';
  const atWorst = {
    ...world.deps,
    git: {
      ...world.deps.git,
      landRef: async (input: Parameters<typeof world.deps.git.landRef>[0]) => {
        after = await commitFiles(world.git, { repo: late.task.worktreePath, files: { 'late.txt': '2\n' } });
        return world.deps.git.landRef(input);
      },
    },
  };
  await advanceMergeQueue(atWorst, { epicId: world.epic.id });
  expect(await world.stateOf(late)).toBe('COMPLETED');
  expect(await world.git.git(world.repo, 'show', `${world.epic.branchName}:late.txt`)).toBe('1');
  const told = (await world.mails('message')).find(({ body }) => body.includes(after));
  expect(told).toMatchObject({ toAgentId: world.supervisorId, taskId: late.task.id });
  // And when all of it is cleared away, a ref still holds it.
  await removeWorktree(world.deps, { taskId: late.task.id });
  const holders = await world.git.git(world.repo, 'for-each-ref', '--contains', after, '--format=%(refname)');
  expect(holders).not.toBe('');
});

it('lands neither a rewound nor a rewritten branch, and keeps what was approved within reach', async () => {
  world = await makeMergeWorld();
  const rewound = await world.approved('Rewound', { 'a.txt': 'a\n' });
  const rewritten = await world.approved('Rewritten', { 'b.txt': 'b\n' });
  await world.git.git(rewound.task.worktreePath, 'reset', '--quiet', '--hard', 'HEAD^');
  await world.git.git(rewritten.task.worktreePath, 'commit', '--quiet', '--amend', '-m', 'Something else');
  const before = await world.tip();
  await advance();
  expect(await outcomes()).toEqual(['VOID', 'VOID']);
  expect(await world.tip()).toBe(before);
  for (const { approvedSha } of await listMerges(world.db.store, { epicId: world.epic.id })) {
    expect(await world.git.git(world.repo, 'cat-file', '-t', approvedSha)).toBe('commit');
  }
  // Submitted again, it is looked at again, and lands.
  await submitWork(world.deps, { agentId: rewritten.workerId });
  await approveTask(world.deps, { actor: world.supervisor, taskId: rewritten.task.id });
  await advance();
  expect(await world.stateOf(rewritten)).toBe('COMPLETED');
});

it('takes files of any name and kind, and names them exactly when they conflict', async () => {
  world = await makeMergeWorld({ files: { 'README.md': '# Here\n', 'Name.txt': 'n\n' } });
  const names = [
    'with space.txt',
    '-dash',
    'two\nlines.txt',
    'ünïcödé \u{1F600}.txt',
    '"quoted".txt',
    ':(top)x',
  ];
  const piece = await world.addPiece(
    'Strange',
    Object.fromEntries(names.map((name) => [`./${name}`, 'one\n'])),
  );
  const { worktreePath } = piece.task;
  const { git } = world.git;
  writeFileSync(path.join(worktreePath, 'image.bin'), Buffer.from([0, 255, 10, 0, 13, 10, 128]));
  await git(worktreePath, 'mv', 'Name.txt', 'NAME.txt');
  mkdirSync(path.join(worktreePath, 'sub'));
  const commit = await git(world.repo, 'rev-parse', 'main');
  await git(worktreePath, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
  await git(worktreePath, 'add', 'image.bin');
  await git(worktreePath, 'commit', '--quiet', '-m', 'Kinds');
  await submitWork(world.deps, { agentId: piece.workerId });
  await approveTask(world.deps, { actor: world.supervisor, taskId: piece.task.id });
  const other = await world.submitted('Other', { 'two\nlines.txt': 'two\n', '-dash': 'two\n' });
  await setTests('test -e ./-dash && test -e NAME.txt && test ! -e Name.txt');
  await advance();
  expect(await world.stateOf(piece)).toBe('COMPLETED');
  const listed = await git(world.repo, 'ls-tree', '-r', '-z', '--name-only', world.epic.branchName);
  expect(listed.split('\0').filter(Boolean).sort()).toEqual(
    ['NAME.txt', 'README.md', 'image.bin', 'sub', ...names].sort(),
  );
  expect(await git(world.epic.worktreePath, 'status', '--porcelain')).toBe('');
  expect(await world.stateOf(other)).toBe('BLOCKED');
  const blocked = await findPullRequest(world.db.store, other.task.id);
  expect(blocked?.conflictFiles.sort()).toEqual(['-dash', 'two\nlines.txt']);
});

it('is not misled by a test command that writes, commits or floods its output', async () => {
  world = await makeMergeWorld({ settings: { merge: { batchSize: 1 } } });
  const first = await world.approved('First', { 'a.txt': 'a\n' });
  const second = await world.approved('Second', { 'b.txt': 'b\n' });
  await setTests(
    'test ! -e junk.txt && test "$(cat a.txt)" = a || exit 1; echo changed > a.txt; touch junk.txt; git add -A; git -c user.name=t -c user.email=t@example.com commit -qm by-test; yes flood | head -c 20000000; rm -rf .git; git init -q',
  );
  await advance();
  for (const piece of [first, second]) expect(await world.stateOf(piece)).toBe('COMPLETED');
  expect(await world.files(world.epic.branchName)).toEqual(['README.md', 'a.txt', 'b.txt']);
  expect(await world.git.git(world.repo, 'show', `${world.epic.branchName}:a.txt`)).toBe('a');
  const [row] = await listMerges(world.db.store, { epicId: world.epic.id });
  expect(row?.logTail.length).toBeLessThan(10_000);
});
