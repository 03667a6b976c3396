import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { findPullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { readInbox } from '@/backend/resource_accessors/read/read_inbox';
import { getTask, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { finishInterruptedLandings } from '@/backend/services/forge/finish_interrupted_landings';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { integrationFolder } from '@/backend/services/merge/integration_folder';
import { landFinalPr, listLandings, listRefusals, readLanding } from '@/backend/services/merge/land_final_pr';
import { updateProject as changeProject } from '@/backend/services/project/update_project';
import { approveTask } from '@/backend/services/review/approve_task';
import { createFinalPr } from '@/backend/services/review/create_final_pr';
import { requestChanges } from '@/backend/services/review/request_changes';
import { submitWork } from '@/backend/services/review/submit_work';
import { removeWorktree } from '@/backend/services/session/remove_worktree';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { ProjectSettings } from '@/shared/project';
import { commitFiles } from '../../support/git';
import { type MergeWorld, makeMergeWorld, type WorldOptions } from './world';

let world: MergeWorld;
afterEach(() => world?.close());

const HUMAN = { kind: 'human' } as const;
const land = (pullRequestId: string) => landFinalPr(world.deps, { actor: HUMAN, pullRequestId });
const epicState = async () => (await getTask(world.db.store, world.epic.id)).state;

async function openFinal(options: WorldOptions = {}) {
  world = await makeMergeWorld({ files: { 'a.txt': 'old\n', 'b.txt': 'b\n' }, ...options });
  await world.approved('Change a', { 'a.txt': 'new\n', 'c.txt': 'c\n' });
  await advanceMergeQueue(world.deps, { epicId: world.epic.id });
  const { pullRequest } = await createFinalPr(world.deps, { agentId: world.supervisorId });
  return pullRequest;
}

it('is refused while subtasks are open, and tells of each of them once they are not', async () => {
  world = await makeMergeWorld();
  const open = await world.submitted('Still open', { 'x.txt': 'x\n' });
  await expect(createFinalPr(world.deps, { agentId: world.supervisorId })).rejects.toMatchObject({
    code: 'WRONG_STATE',
    message: expect.stringContaining(`Still open (${open.task.id}) is REVIEW`),
  });
  await expect(createFinalPr(world.deps, { agentId: open.workerId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await world.close();

  const pullRequest = await openFinal({ testCommand: 'test -e a.txt' });
  expect(pullRequest).toMatchObject({ kind: 'FINAL', title: '[Task] The epic', baseBranch: 'main' });
  expect(pullRequest.body).toContain('- [x] **Change a** (#1)');
  expect(pullRequest.body).toContain('Did Change a.');
  expect(await epicState()).toBe('REVIEW');
  expect(world.facts.map(({ kind }) => kind)).toEqual(['final_pr']);
  const again = await createFinalPr(world.deps, { agentId: world.supervisorId });
  expect(again).toMatchObject({ repeated: true, pullRequest: { id: pullRequest.id } });
  expect(again.check?.state).toBe('PASSED');
  expect(await world.mails('completion')).toHaveLength(1);
});

it('joins a call that is repeated while its tests run, and is refused when the branch moves meanwhile', async () => {
  world = await makeMergeWorld();
  await world.approved('Change a', { 'a.txt': 'new\n' });
  await advanceMergeQueue(world.deps, { epicId: world.epic.id });
  const log = path.join(world.homeDir, 'runs');
  const commit = `cd ${world.epic.worktreePath} && echo x > moved.txt && git add . && git commit -qm moved`;
  const testCommand = `echo run >> ${log}; [ -e ${log}.once ] || { touch ${log}.once; (${commit}); }`;
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
  const open = () => createFinalPr(world.deps, { agentId: world.supervisorId });
  await expect(open()).rejects.toMatchObject({ code: 'STALE' });
  const [one, two] = await Promise.all([open(), open()]);
  expect(two).toBe(one);
  expect(readFileSync(log, 'utf8')).toBe('run\nrun\n');
  expect(await world.mails('completion')).toHaveLength(1);
});

it('lands on a branch that is checked out and clean, and the checkout follows', async () => {
  const pullRequest = await openFinal({ testCommand: 'touch left.txt' });
  const integration = path.join(
    world.homeDir,
    'worktrees',
    world.project.slug,
    `integration-${world.epic.id.slice(0, 8)}`,
  );
  expect(existsSync(integration)).toBe(true);
  writeFileSync(path.join(world.repo, 'b.txt'), 'my own change\n');
  const landed = await land(pullRequest.id);
  expect(landed.task.state).toBe('COMPLETED');
  expect(landed.pullRequest.state).toBe('MERGED');
  expect(readFileSync(path.join(world.repo, 'a.txt'), 'utf8')).toBe('new\n');
  // What the owner was changing does not overlap and is as it was.
  expect(await world.git.git(world.repo, 'status', '--porcelain')).toBe(' M b.txt');
  expect((await world.git.git(world.repo, 'log', '-1', '--format=%P', 'main')).split(' ')).toHaveLength(2);
  expect(world.facts.map(({ kind }) => kind)).toEqual(['final_pr', 'merged']);
  // Who merged it need not be written to, and "ready for you" is over.
  expect(await world.mails('completion')).toMatchObject([
    { readAt: expect.any(Date), archivedAt: expect.any(Date) },
  ]);
  expect(existsSync(integration)).toBe(false);
  expect(await world.git.git(world.repo, 'for-each-ref', 'refs/factoryfactory/rescue')).toBe('');
  expect((await land(pullRequest.id)).pullRequest.mergedSha).toBe(landed.pullRequest.mergedSha);
});

it.each([
  ['with the head that was looked at first', [true, false, true]],
  ['with it last', [false, true]],
])('asked for more than once, %s, it is tested once', async (_, asked) => {
  const pullRequest = await openFinal();
  const [lock, runs] = ['lock', 'runs'].map((name) => path.join(world.homeDir, name));
  const testCommand = `mkdir '${lock}' || exit 1; echo run >> '${runs}'; sleep 0.5; rmdir '${lock}'`;
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
  await commitFiles(world.git, { repo: world.repo, files: { 'meanwhile.txt': 'new on main\n' } });
  const { id: pullRequestId, headSha } = pullRequest;
  const landed = await Promise.all(
    asked.map((named) =>
      landFinalPr(world.deps, { actor: HUMAN, pullRequestId, ...(named ? { headSha } : {}) }),
    ),
  );
  expect(landed.map(({ pullRequest: { state } }) => state)).toEqual(asked.map(() => 'MERGED'));
  expect(readFileSync(runs ?? '', 'utf8')).toBe('run\n');
  expect(listLandings()).toEqual([]);
});

it('says how far it is while its tests run, with what they print', async () => {
  const pullRequest = await openFinal();
  const held = path.join(world.homeDir, 'held');
  writeFileSync(held, '');
  await world.db.store.write((tx) =>
    updateProject(tx, world.project.id, {
      testCommand: `echo 'the first test passes'; while [ -f '${held}' ]; do sleep 0.1; done`,
    }),
  );
  await commitFiles(world.git, { repo: world.repo, files: { 'meanwhile.txt': 'new on main\n' } });
  const landed = land(pullRequest.id);
  await expect
    .poll(() => readLanding({ pullRequestId: pullRequest.id }))
    .toMatchObject({ testing: true, logTail: expect.stringContaining('the first test passes') });
  expect(listLandings()).toMatchObject([{ pullRequestId: pullRequest.id, testing: true }]);
  rmSync(held);
  expect((await landed).pullRequest.state).toBe('MERGED');
  expect(listLandings()).toEqual([]);
});

it('refuses to touch changes of the owner, says what to do until the next try, and changes nothing', async () => {
  const pullRequest = await openFinal();
  const waiting = async () => (await readInbox(world.db.store, {})).filter(({ kind }) => kind === 'review');
  const row = await waiting();
  const before = await world.git.git(world.repo, 'rev-parse', 'main');
  writeFileSync(path.join(world.repo, 'a.txt'), 'mine\n');
  await expect(land(pullRequest.id)).rejects.toMatchObject({
    code: 'WRONG_STATE',
    message: expect.stringContaining('a.txt'),
    next: expect.stringMatching(/^Commit or stash .* Then press “Approve and merge” again\.$/),
  });
  expect(listRefusals()).toMatchObject([
    { pullRequestId: pullRequest.id, headSha: pullRequest.headSha, title: expect.stringContaining('a.txt') },
  ]);
  expect(await waiting()).toEqual(row);
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(before);
  expect(readFileSync(path.join(world.repo, 'a.txt'), 'utf8')).toBe('mine\n');
  expect(await epicState()).toBe('REVIEW');
  await world.git.git(world.repo, 'stash', '-q');
  expect((await land(pullRequest.id)).task.state).toBe('COMPLETED');
  expect(listRefusals()).toEqual([]);
});

it('follows the default branch when that was renamed', async () => {
  const pullRequest = await openFinal();
  const { id } = world.project;
  const done = await world.start({ title: 'Done long ago' });
  await world.db.store.write((tx) => transitionTask(tx, { id: done.id, to: 'CANCELLED', actor: 'human' }));
  await world.git.git(world.repo, 'branch', '-m', 'main', 'trunk');
  await expect(land(pullRequest.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    next: expect.stringContaining('the default branch in the project'),
  });
  await expect(changeProject(world.deps, { id, defaultBranch: 'elsewhere' })).rejects.toThrow('no branch');
  await changeProject(world.deps, { id, name: 'Another name', defaultBranch: 'main' });
  expect((await getTask(world.db.store, world.epic.id)).baseBranch).toBe('main');

  await changeProject(world.deps, { id, defaultBranch: 'trunk' });
  expect((await getTask(world.db.store, world.epic.id)).baseBranch).toBe('trunk');
  expect((await getTask(world.db.store, done.id)).baseBranch).toBe('main');
  const landed = await land(pullRequest.id);
  expect(landed.pullRequest).toMatchObject({ state: 'MERGED', baseBranch: 'trunk' });
  expect(readFileSync(path.join(world.repo, 'a.txt'), 'utf8')).toBe('new\n');
  expect(await world.git.git(world.repo, 'branch', '--list', 'main')).toBe('');
});

it('stays with its branch while that is there, and says how to make it again when it is gone', async () => {
  const pullRequest = await openFinal();
  await world.git.git(world.repo, 'switch', '--quiet', '--create', 'trunk');
  await changeProject(world.deps, { id: world.project.id, defaultBranch: 'trunk' });
  expect((await getTask(world.db.store, world.epic.id)).baseBranch).toBe('main');
  await world.git.git(world.repo, 'branch', '--delete', 'main');
  await expect(land(pullRequest.id)).rejects.toMatchObject({
    next: expect.stringContaining('git branch main trunk'),
  });
  await world.git.git(world.repo, 'branch', 'main', 'trunk');
  expect((await land(pullRequest.id)).pullRequest.state).toBe('MERGED');
});

it('squashes when the project says so', async () => {
  const pullRequest = await openFinal();
  await world.db.store.write((tx) =>
    updateProject(tx, world.project.id, {
      settings: ProjectSettings.parse({ merge: { style: 'squash' } }),
    }),
  );
  await land(pullRequest.id);
  const [parents, subject] = (await world.git.git(world.repo, 'log', '-1', '--format=%P%n%s', 'main')).split(
    '\n',
  );
  expect(parents?.split(' ')).toHaveLength(1);
  expect(subject).toBe('[Task] The epic (#2)');
});

it('sends a conflict with what the owner committed meanwhile back to the agents, and lands what they make of it', async () => {
  const pullRequest = await openFinal();
  const theirs = await commitFiles(world.git, { repo: world.repo, files: { 'a.txt': 'by the owner\n' } });
  await expect(land(pullRequest.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('conflicts with main in: a.txt. Nothing was changed.'),
    next: expect.stringContaining('It went back to its agents'),
  });
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(theirs);
  expect((await findPullRequest(world.db.store, world.epic.id))?.conflictFiles).toEqual(['a.txt']);
  expect(await epicState()).toBe('IN_PROGRESS');
  const [asked, ...more] = await world.mails('rebase_request');
  expect(more).toEqual([]);
  expect(asked?.toAgentId).toBe(world.supervisorId);
  expect(asked?.body).toContain('- a.txt');
  expect(asked?.body).toContain(`git merge ${theirs}`);
  await expect(land(pullRequest.id)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  expect(listRefusals()).toEqual([]);

  // What the mail asks for, to the letter: a subtask whose worker merges, through the queue.
  const { task, workerId } = await world.addPiece('Bring main in', { 'note.txt': 'n\n' });
  await world.git.git(task.worktreePath, 'merge', '-q', '-s', 'ours', theirs, '-m', 'Merge main');
  await submitWork(world.deps, { agentId: workerId });
  await approveTask(world.deps, { actor: world.supervisor, taskId: task.id });
  await advanceMergeQueue(world.deps, { epicId: world.epic.id });
  const again = await createFinalPr(world.deps, { agentId: world.supervisorId });
  expect(again.pullRequest).toMatchObject({ id: pullRequest.id, conflictFiles: [] });
  await commitFiles(world.git, { repo: world.epic.worktreePath, files: { 'late.txt': 'late\n' } });
  await expect(land(pullRequest.id)).rejects.toMatchObject({ code: 'STALE' });
  // Looked at again, with the new head.
  expect((await land(pullRequest.id)).task.state).toBe('COMPLETED');
  expect(await world.git.git(world.repo, 'show', 'main:a.txt')).toBe('new');
});

it('goes back to the supervisor with the words of the human', async () => {
  await openFinal();
  await requestChanges(world.deps, {
    actor: HUMAN,
    taskId: world.epic.id,
    body: 'Not quite.',
    comments: [{ path: 'a.txt', line: 1, side: 'new', body: 'Keep both lines.' }],
  });
  expect(await epicState()).toBe('IN_PROGRESS');
  const mail = (await world.mails('change_request'))[0];
  expect(mail?.toAgentId).toBe(world.supervisorId);
  expect(mail?.body).toContain('a.txt:1\nKeep both lines.');
  expect(mail?.body).toContain('Make subtasks of it with task.create');
  const [ready] = await world.mails('completion');
  expect(ready?.readAt).not.toBeNull();
});

it('tests the merged tree when the branch went on, again when it goes on meanwhile, and lands exactly that', async () => {
  const pullRequest = await openFinal();
  const log = path.join(world.homeDir, 'runs');
  // Each run says what it saw; during the first one the owner commits once more.
  const owner = `cd ${world.repo} && echo 2 > second.txt && git add second.txt && git commit -qm second`;
  const testCommand = `ls | tr '\\n' ' ' >> ${log}; echo >> ${log}; [ -e ${log}.once ] || { touch ${log}.once; (${owner}); }`;
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
  await commitFiles(world.git, { repo: world.repo, files: { 'first.txt': '1\n' } });
  const [one, two] = await Promise.all([land(pullRequest.id), land(pullRequest.id)]);
  expect(one.task.state).toBe('COMPLETED');
  expect(two.pullRequest.mergedSha).toBe(one.pullRequest.mergedSha);
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    'a.txt b.txt c.txt first.txt ',
    'a.txt b.txt c.txt first.txt second.txt',
  ]);
  expect(await world.files('main')).toEqual(['a.txt', 'b.txt', 'c.txt', 'first.txt', 'second.txt']);
  expect(await world.git.git(world.repo, 'rev-list', '--first-parent', '--merges', '--count', 'main')).toBe(
    '1',
  );
  expect(await world.git.git(world.repo, 'status', '--porcelain')).toBe('');
});

it('sends back what is red on the branch as it is now, with the end of the log', async () => {
  const pullRequest = await openFinal({ testCommand: 'echo tried; test ! -e first.txt' });
  const theirs = await commitFiles(world.git, { repo: world.repo, files: { 'first.txt': '1\n' } });
  await expect(land(pullRequest.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`merged into main as it is now (${theirs})`),
  });
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(theirs);
  expect(await epicState()).toBe('IN_PROGRESS');
  const [mail] = await world.mails('tests_failed');
  expect(mail).toMatchObject({ toAgentId: world.supervisorId, body: expect.stringContaining('tried') });
});

it('leaves no folder for tests behind when the epic is given up', async () => {
  world = await makeMergeWorld({ testCommand: 'mkdir -p made && touch made/left.txt' });
  await world.approved('One', { 'a.txt': 'a\n' });
  await advanceMergeQueue(world.deps, { epicId: world.epic.id });
  const { project, epic } = world;
  const folder = integrationFolder(world.deps, { project, epicId: epic.id });
  expect(existsSync(folder)).toBe(true);
  await cancelTask(world.deps, { taskId: epic.id });
  await removeWorktree(world.deps, { taskId: epic.id });
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(epic.worktreePath)).toBe(false);
  // What landed is saved, as with any task that is given up; leavings of test runs are not work.
  const saved = await world.git.git(
    world.repo,
    'for-each-ref',
    '--format=%(objectname)',
    'refs/factoryfactory/rescue',
  );
  expect(saved.split('\n')).toEqual([await world.tip()]);
  expect(await world.git.git(world.repo, 'worktree', 'list')).not.toContain('integration-');
});

it('leaves no entry of that folder in git when somebody has deleted it', async () => {
  const pullRequest = await openFinal({ testCommand: 'true' });
  const { project, epic } = world;
  rmSync(integrationFolder(world.deps, { project, epicId: epic.id }), { recursive: true });
  await land(pullRequest.id);
  expect(await world.git.git(world.repo, 'worktree', 'list')).not.toContain('integration-');
});

it('finishes a landing whose server died between the branch and its row', async () => {
  const pullRequest = await openFinal();
  const died = new Error('killed');
  const deps = {
    ...world.deps,
    git: {
      ...world.deps.git,
      landRef: async (input: Parameters<typeof world.deps.git.landRef>[0]) => {
        await world.deps.git.updateRef({ ...input, ref: `refs/heads/${input.branch}` });
        throw died;
      },
    },
  };
  await expect(landFinalPr(deps, { actor: HUMAN, pullRequestId: pullRequest.id })).rejects.toBe(died);
  expect(await epicState()).toBe('REVIEW');
  await finishInterruptedLandings(world.deps, await world.reloadProject());
  expect(await epicState()).toBe('COMPLETED');
  expect(await world.git.git(world.repo, 'status', '--porcelain')).toBe('');
  expect(await world.git.git(world.repo, 'rev-list', '--merges', '--count', 'main')).toBe('2');
});

it('takes a quick task straight to the human', async () => {
  world = await makeMergeWorld({ testCommand: 'echo checked; exit 3' });
  const task = await world.start({ title: 'Quick', quick: true });
  const agentId = await world.addAgent(task, 'WORKER');
  await commitFiles(world.git, { repo: task.worktreePath, files: { 'q.txt': 'q\n' } });
  const { pullRequest, check } = await submitWork(world.deps, { agentId, summary: 'Added q.' });
  expect(pullRequest).toMatchObject({ kind: 'FINAL', baseBranch: 'main', body: 'Added q.' });
  expect(check).toMatchObject({ state: 'FAILED', exitCode: 3 });
  const mail = (await world.mails('completion'))[0];
  expect(mail?.toParty).toBe('HUMAN');
  expect(mail?.body).toContain('TESTS FAILED');
  await expect(
    landFinalPr(world.deps, { actor: { kind: 'agent', agentId }, pullRequestId: pullRequest.id }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await land(pullRequest.id)).task.state).toBe('COMPLETED');
  expect(await world.files('main')).toContain('q.txt');
});

it('does not take another row’s word: an intent that never happened is not a landing', async () => {
  const pullRequest = await openFinal();
  await world.db.store.write((tx) =>
    updatePullRequest(tx, pullRequest.id, { mergedSha: pullRequest.headSha }),
  );
  await finishInterruptedLandings(world.deps, await world.reloadProject());
  expect(await epicState()).toBe('REVIEW');
});

it('tests what nobody handed in before it lands', async () => {
  const pullRequest = await openFinal({ testCommand: 'test ! -e bad.txt' });
  await commitFiles(world.git, { repo: world.epic.worktreePath, files: { 'bad.txt': 'x\n' } });
  const before = await world.git.git(world.repo, 'rev-parse', 'main');
  await expect(land(pullRequest.id)).rejects.toMatchObject({ code: 'STALE' });
  await expect(land(pullRequest.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(before);
});
