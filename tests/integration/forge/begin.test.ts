import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { syncForge } from '@/backend/services/forge/sync_forge';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { createFinalPr } from '@/backend/services/review/create_final_pr';
import { prepareWorktree } from '@/backend/services/session/prepare_worktree';
import { readChanges } from '@/backend/services/task/read_changes';
import { ProjectSettings } from '@/shared/project';
import { commitFiles } from '../../support/git';
import { addTestTask } from '../../support/store';
import { type MergeWorld, makeMergeWorld } from '../merge/world';
import { OWNER, REPO, startGithub } from './github';

let world: MergeWorld;
let github: Awaited<ReturnType<typeof startGithub>>;
let own: string;
const servers: Server[] = [];

beforeEach(async () => {
  github = await startGithub();
  world = await makeMergeWorld({
    remote: 'bare',
    remoteUrl: `https://github.com/${OWNER}/${REPO}.git`,
    github: github.client,
  });
  own = await world.git.git(world.repo, 'rev-parse', 'main');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await world.close();
  await github.stop();
});

/** Somebody else's commit on GitHub. */
async function pushThere(files: Record<string, string>): Promise<string> {
  const clone = path.join(world.git.dir, `clone-${Object.keys(files).join()}`);
  await world.git.git(world.git.dir, 'clone', '--quiet', `${world.repo}.origin.git`, clone);
  const sha = await commitFiles(world.git, { repo: clone, files });
  await world.git.git(clone, 'push', '--quiet');
  return sha;
}

function addEpic(): Promise<Task> {
  return world.db.store.write((tx) => {
    const id = world.deps.newId();
    const worktreePath = path.join(world.homeDir, 'worktrees', id);
    return addTestTask(tx, { id, projectId: world.project.id, title: 'New', worktreePath });
  });
}

async function begin(): Promise<Task> {
  const { id } = await addEpic();
  await prepareWorktree({ ...world.deps, firstFolders: new Map() }, { taskId: id });
  return getTask(world.db.store, id);
}

const startOf = (task: Task) => world.git.git(world.repo, 'rev-parse', task.branchName);
const mailsOf = (task: Task) => listMail(world.db.store, { taskId: task.id, limit: 10 });
/** All that is the owner's: their files, index, branches and what they last fetched. */
const ownerHas = async () =>
  Promise.all([
    world.git.git(world.repo, 'status', '--porcelain', '--branch'),
    world.git.git(world.repo, 'rev-parse', 'HEAD', 'main', 'origin/main'),
    world.git.git(world.repo, 'ls-files', '--stage'),
  ]);

async function finish(epic: Task, files: Record<string, string>) {
  const supervisor = await world.addAgent(epic, 'SUPERVISOR');
  await world.db.store.write((tx) => transitionTask(tx, { id: epic.id, to: 'IN_PROGRESS', actor: 'system' }));
  await expect(createFinalPr(world.deps, { agentId: supervisor })).rejects.toThrow('has nothing that');
  await commitFiles(world.git, { repo: epic.worktreePath, files });
  return createFinalPr(world.deps, { agentId: supervisor });
}

it('begins from what is newer on GitHub, counts only its own work, and lands there', async () => {
  const before = await ownerHas();
  const there = await pushThere({ 'theirs.txt': 'x\n' });
  const epic = await begin();
  expect(await startOf(epic)).toBe(there);
  expect(await ownerHas()).toEqual(before);
  expect(await mailsOf(epic)).toEqual([]);

  const { pullRequest } = await finish(epic, { 'ours.txt': 'y\n' });
  expect(pullRequest).toMatchObject({ baseSha: there, commits: 1, changedFiles: 1, conflictFiles: [] });
  const { files } = await readChanges(world.deps, { taskId: epic.id });
  expect(files.map((file) => file.path)).toEqual(['ours.txt']);

  await syncForge(world.deps, { projectId: world.project.id });
  const landed = await landFinalPr(world.deps, { actor: { kind: 'human' }, pullRequestId: pullRequest.id });
  expect(landed.task.state).toBe('COMPLETED');
  expect(await ownerHas()).toEqual(before);
});

it('lands here while GitHub is away, unless that would copy the commits of others', async () => {
  const there = await pushThere({ 'theirs.txt': 'x\n' });
  const epic = await begin();
  const { pullRequest } = await finish(epic, { 'ours.txt': 'y\n' });
  const squash = ProjectSettings.parse({ merge: { style: 'squash' } });
  const { settings } = world.project;
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { settings: squash }));
  const land = () => landFinalPr(world.deps, { actor: { kind: 'human' }, pullRequestId: pullRequest.id });
  await expect(land()).rejects.toMatchObject({
    code: 'WRONG_STATE',
    sentence: expect.stringContaining(`git merge --ff-only ${there}`),
  });
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(own);

  await world.db.store.write((tx) => updateProject(tx, world.project.id, { settings }));
  expect((await land()).pullRequest.state).toBe('MERGED');
  await world.git.git(world.repo, 'merge-base', '--is-ancestor', there, 'main');
  expect(await world.git.git(world.repo, 'status', '--porcelain')).toBe('');
});

it('counts only its own work, and makes no copies, when the owner goes on without what it began from', async () => {
  const there = await pushThere({ 'theirs.txt': 'x\n' });
  const epic = await begin();
  const mine = await commitFiles(world.git, { repo: world.repo, files: { 'mine.txt': 'z\n' } });
  const { pullRequest } = await finish(epic, { 'ours.txt': 'y\n' });
  expect(pullRequest).toMatchObject({ baseSha: there, commits: 1, changedFiles: 1, conflictFiles: [] });
  const { files } = await readChanges(world.deps, { taskId: epic.id });
  expect(files.map((file) => file.path)).toEqual(['ours.txt']);

  const { settings } = world.project;
  const squash = ProjectSettings.parse({ merge: { style: 'squash' } });
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { settings: squash }));
  const land = () => landFinalPr(world.deps, { actor: { kind: 'human' }, pullRequestId: pullRequest.id });
  await expect(land()).rejects.toMatchObject({ sentence: expect.stringContaining(`git merge ${there}`) });
  expect(await world.git.git(world.repo, 'rev-parse', 'main')).toBe(mine);

  await world.db.store.write((tx) => updateProject(tx, world.project.id, { settings }));
  expect((await land()).pullRequest.state).toBe('MERGED');
  for (const commit of [there, mine]) {
    await world.git.git(world.repo, 'merge-base', '--is-ancestor', commit, 'main');
  }
});

it("begins from the owner's own where both have gone on, and says so once", async () => {
  const there = await pushThere({ 'theirs.txt': 'x\n' });
  const mine = await commitFiles(world.git, { repo: world.repo, files: { 'mine.txt': 'z\n' } });
  const cutOff = { ...world.deps.git, addWorktree: () => Promise.reject(new Error('killed here')) };
  const { id } = await addEpic();
  const prepare = (git = world.deps.git) =>
    prepareWorktree({ ...world.deps, git, firstFolders: new Map() }, { taskId: id });
  await expect(prepare(cutOff)).rejects.toThrow('killed here');
  await prepare();
  await prepare();
  const epic = await getTask(world.db.store, id);
  expect(await startOf(epic)).toBe(mine);
  const mails = await mailsOf(epic);
  expect(mails.map((mail) => mail.toParty)).toEqual(['HUMAN']);
  expect(mails[0]?.body).toContain(mine);
  expect(mails[0]?.body).toContain(there);
});

it("begins from the owner's own where that is ahead", async () => {
  const mine = await commitFiles(world.git, { repo: world.repo, files: { 'mine.txt': 'z\n' } });
  const epic = await begin();
  expect(await startOf(epic)).toBe(mine);
  expect(await mailsOf(epic)).toEqual([]);
});

it('does not wait for a remote that is away or never answers', async () => {
  await world.git.git(world.repo, 'remote', 'set-url', 'origin', 'http://127.0.0.1:9/gone.git');
  expect(await startOf(await begin())).toBe(own);
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  servers.push(silent);
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await world.git.git(world.repo, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/gone.git`);
  const began = performance.now();
  expect(await startOf(await begin())).toBe(own);
  expect(performance.now() - began).toBeLessThan(30_000);
});

it('does not ask a remote that is not GitHub', async () => {
  await world.db.store.write((tx) => updateProject(tx, world.project.id, { remoteUrl: null }));
  await pushThere({ 'theirs.txt': 'x\n' });
  expect(await startOf(await begin())).toBe(own);
});
