import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import {
  findPullRequest,
  listPullRequests,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { approveTask } from '@/backend/services/review/approve_task';
import { draftComment } from '@/backend/services/review/draft_comment';
import { forceComplete } from '@/backend/services/review/force_complete';
import { getPrStatus } from '@/backend/services/review/get_pr_status';
import { listReviewQueue } from '@/backend/services/review/list_review_queue';
import { markFileViewed } from '@/backend/services/review/mark_file_viewed';
import { readFileDiff } from '@/backend/services/review/read_file_diff';
import { readPullRequest } from '@/backend/services/review/read_pull_request';
import { requestChanges } from '@/backend/services/review/request_changes';
import { submitWork } from '@/backend/services/review/submit_work';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { commitFiles, writeFiles } from '../../support/git';
import { type MergeWorld, makeMergeWorld } from '../merge/world';

let world: MergeWorld;
beforeAll(async () => {
  world = await makeMergeWorld();
});
afterAll(() => world.close());

const HUMAN = { kind: 'human' } as const;

it('takes work in only with evidence: clean, committed, on its own branch, ahead of its base', async () => {
  const { task, workerId } = await world.addPiece('Evidence', { 'e.txt': 'e\n' });
  const submit = () => submitWork(world.deps, { agentId: workerId });
  await writeFiles(task.worktreePath, { 'left.txt': 'x\n' });
  await expect(submit()).rejects.toMatchObject({
    code: 'WRONG_STATE',
    message: 'There are uncommitted changes: left.txt.',
  });
  await world.git.git(task.worktreePath, 'clean', '-fdq');
  await world.git.git(task.worktreePath, 'switch', '--quiet', '-c', 'elsewhere');
  await expect(submit()).rejects.toMatchObject({ message: expect.stringContaining('is on elsewhere') });
  await world.git.git(task.worktreePath, 'switch', '--quiet', task.branchName);
  await world.git.git(task.worktreePath, 'branch', '--quiet', '-D', 'elsewhere');
  const head = await world.git.git(task.worktreePath, 'rev-parse', 'HEAD');
  await world.git.git(task.worktreePath, 'reset', '--quiet', '--hard', world.epic.branchName);
  await expect(submit()).rejects.toMatchObject({ message: expect.stringContaining('has no commit that') });
  await world.git.git(task.worktreePath, 'reset', '--quiet', '--hard', head);
  await expect(submitWork(world.deps, { agentId: world.supervisorId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });

  expect((await submit()).pullRequest).toMatchObject({ kind: 'SUBTASK', headSha: head, commits: 1 });
  expect(await world.stateOf({ task, workerId })).toBe('REVIEW');
});

it('runs the tests once for one head, twice when red, and joins a call that is repeated', async () => {
  const counter = path.join(world.homeDir, 'count');
  const runs = () => (existsSync(counter) ? readFileSync(counter, 'utf8').length : 0);
  const use = (testCommand: string | null) =>
    world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
  await use(`printf x >> ${counter}; echo said "$CI"`);
  const { task, workerId } = await world.addPiece('Tested', { 't.txt': 't\n' });
  const [first, joined] = await Promise.all([
    submitWork(world.deps, { agentId: workerId }),
    submitWork(world.deps, { agentId: workerId }),
  ]);
  expect(joined).toBe(first);
  expect(first.check).toMatchObject({ state: 'PASSED', exitCode: 0, logTail: 'said true\n' });
  const mails = (await world.mails('submission')).length;
  expect(await submitWork(world.deps, { agentId: workerId })).toMatchObject({ repeated: true });
  expect(runs()).toBe(1);
  expect(await world.mails('submission')).toHaveLength(mails);

  await use(`printf x >> ${counter}; echo broken; exit 7`);
  await commitFiles(world.git, { repo: task.worktreePath, files: { 't.txt': 'tt\n' } });
  const red = await submitWork(world.deps, { agentId: workerId });
  expect(red.pullRequest.id).toBe(first.pullRequest.id);
  expect(red.check).toMatchObject({ state: 'FAILED', exitCode: 7, logTail: 'broken\n' });
  expect(runs()).toBe(3);
  const told = (await world.mails('submission')).find(({ body }) => body.includes('TESTS FAILED'));
  expect(told?.toAgentId).toBe(world.supervisorId);
  await use(null);
});

it('binds approval to the head, lets nobody approve their own work, and asks twice for nothing', async () => {
  const piece = await world.submitted('Judged', { 'j.txt': 'j\n' });
  const { task, workerId } = piece;
  const approve = (headSha?: string) =>
    approveTask(world.deps, { actor: world.supervisor, taskId: task.id, headSha });
  await expect(
    approveTask(world.deps, { actor: { kind: 'agent', agentId: workerId }, taskId: task.id }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(approve('0'.repeat(40))).rejects.toMatchObject({ code: 'STALE' });
  await commitFiles(world.git, { repo: task.worktreePath, files: { 'j.txt': 'jj\n' } });
  await expect(approve()).rejects.toMatchObject({
    code: 'STALE',
    next: expect.stringContaining('task.create_pr'),
  });
  await submitWork(world.deps, { agentId: workerId });
  const first = await approve();
  expect((await approve()).merge.id).toBe(first.merge.id);
  expect((await getPrStatus(world.deps, { taskId: task.id })).reviews).toHaveLength(1);

  // A new submission makes the approval void; the new head needs its own.
  await commitFiles(world.git, { repo: task.worktreePath, files: { 'j.txt': 'jjj\n' } });
  await submitWork(world.deps, { agentId: workerId });
  expect((await getPrStatus(world.deps, { taskId: task.id })).merge?.state).toBe('VOID');
  const queue = await listReviewQueue(world.deps, { epicId: world.epic.id });
  expect(queue.find(({ task: { id } }) => id === task.id)).toMatchObject({ merge: null, conflictFiles: [] });
  const times = queue.map(({ task: { submittedAt } }) => submittedAt?.getTime() ?? 0);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it('sends one review with all its comments back to the same worker', async () => {
  const { task, workerId } = await world.submitted('Sent back', { 's.txt': 'one\ntwo\n' });
  const pullRequest = await findPullRequest(world.db.store, task.id);
  const id = pullRequest?.id ?? '';
  await draftComment(world.deps, { id, path: 's.txt', line: 2, side: 'new', body: 'A draft.' });
  await expect(
    requestChanges(world.deps, { actor: world.supervisor, taskId: task.id, body: '  ' }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const { comments } = await requestChanges(world.deps, {
    actor: HUMAN,
    taskId: task.id,
    body: 'Nearly.',
    comments: [{ path: 's.txt', line: 1, side: 'new', body: 'Why one?' }],
  });
  expect(comments.map(({ body }) => body)).toEqual(['A draft.', 'Why one?']);
  expect(new Set(comments.map(({ reviewId }) => reviewId)).size).toBe(1);
  const mail = (await world.mails('change_request')).find(({ taskId }) => taskId === task.id);
  expect(mail).toMatchObject({ toAgentId: workerId, fromParty: 'HUMAN' });
  expect(mail?.body).toBe(
    'Nearly.\n\ns.txt:2\nA draft.\n\ns.txt:1\nWhy one?\n\nWhen it is done and committed, call task.create_pr again.',
  );
  expect(await world.stateOf({ task, workerId })).toBe('IN_PROGRESS');
  await expect(
    requestChanges(world.deps, { actor: HUMAN, taskId: task.id, body: 'Again.' }),
  ).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

it('shows files with marks that a change takes away, and patches one by one, bounded', async () => {
  const big = Array.from({ length: 60_000 }, (_, n) => `line ${n}`).join('\n');
  const { task, workerId } = await world.submitted('Shown', { 'small.txt': 's\n', 'big.txt': `${big}\n` });
  const id = (await findPullRequest(world.db.store, task.id))?.id ?? '';
  await markFileViewed(world.deps, { id, path: 'small.txt', viewed: true });
  const viewed = async () => {
    const { files } = await readPullRequest(world.deps, { id });
    return Object.fromEntries(files.map((file) => [file.path, file.viewed]));
  };
  expect(await viewed()).toEqual({ 'small.txt': true, 'big.txt': false });
  expect(await readFileDiff(world.deps, { id, path: 'small.txt', whole: false })).toMatchObject({
    patch: expect.stringContaining('+s'),
    truncated: false,
  });
  const cut = await readFileDiff(world.deps, { id, path: 'big.txt', whole: false });
  expect(cut.truncated).toBe(true);
  expect(cut.patch.length).toBeLessThanOrEqual(200 * 1024);
  expect((await readFileDiff(world.deps, { id, path: 'big.txt', whole: true })).truncated).toBe(false);
  await commitFiles(world.git, { repo: task.worktreePath, files: { 'small.txt': 'other\n' } });
  await submitWork(world.deps, { agentId: workerId });
  expect(await viewed()).toEqual({ 'small.txt': false, 'big.txt': false });
});

it('refuses work that conflicts already, with the files and what to do', async () => {
  const late = await world.addPiece('Late', { 'same.txt': 'late\n' });
  await world.approved('Early', { 'same.txt': 'early\n' });
  await advanceMergeQueue(world.deps, { epicId: world.epic.id });
  await expect(submitWork(world.deps, { agentId: late.workerId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('same.txt'),
    next: expect.stringContaining('git.rebase'),
  });
});

it('completes by force with a reason, and says whether the work is in', async () => {
  const { task, workerId } = await world.addPiece('Forced', { 'forced.txt': 'f\n' });
  await expect(
    forceComplete(world.deps, {
      actor: { kind: 'agent', agentId: workerId },
      taskId: task.id,
      reason: 'mine',
    }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await world.git.git(world.epic.worktreePath, 'merge', '--quiet', '--no-edit', task.branchName);
  const done = await forceComplete(world.deps, {
    actor: world.supervisor,
    taskId: task.id,
    reason: 'I merged it by hand.',
  });
  expect(done).toMatchObject({ merged: true, task: { state: 'COMPLETED' } });

  const failed = await world.submitted('Not needed', { 'n.txt': 'n\n' });
  await approveTask(world.deps, { actor: world.supervisor, taskId: failed.task.id });
  await world.db.store.write((tx) =>
    transitionTask(tx, { id: failed.task.id, to: 'FAILED', actor: 'human' }),
  );
  const closed = await forceComplete(world.deps, {
    actor: HUMAN,
    taskId: failed.task.id,
    reason: 'Not needed any more.',
  });
  expect(closed.merged).toBe(false);
  const status = await getPrStatus(world.deps, { taskId: failed.task.id });
  expect(status).toMatchObject({ pullRequest: { state: 'CLOSED' }, merge: { state: 'CANCELLED' } });
});

it('closes the pull request of a task that is cancelled', async () => {
  const { task } = await world.submitted('Cancelled', { 'x.txt': 'x\n' });
  await cancelTask(world.deps, { taskId: task.id });
  expect((await findPullRequest(world.db.store, task.id))?.state).toBe('CLOSED');
});

it('lists what is open first, then what is over by when that was', async () => {
  const { store } = world.db;
  const numbers: Record<string, number> = {};
  for (const name of ['Early', 'Later', 'Open']) {
    const { task } = await world.submitted(name, { [`${name}.txt`]: 'x\n' });
    numbers[name] = (await findPullRequest(store, task.id))?.number ?? 0;
  }
  const rows = await listPullRequests(store, { projectId: world.project.id });
  const close = async (name: string) => {
    const id = rows.find(({ number }) => number === numbers[name])?.id ?? '';
    await store.write((tx) => updatePullRequest(tx, id, { state: 'CLOSED' }));
    await new Promise((done) => setTimeout(done, 5));
  };
  await close('Later');
  await close('Early');
  const listed = (await listPullRequests(store, { projectId: world.project.id })).map(({ number }) => number);
  const order = ['Open', 'Early', 'Later'].map((name) => listed.indexOf(numbers[name] ?? 0));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
});
