import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isRunning } from '@/backend/clients/process/is_running';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { createFinalPr } from '@/backend/services/review/create_final_pr';
import { submitWork } from '@/backend/services/review/submit_work';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { deleteTask } from '@/backend/services/task/delete_task';
import { commitFiles } from '../../support/git';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { type MergeWorld, makeMergeWorld } from '../merge/world';
import { pidIn } from './world';

let world: MergeWorld | undefined;
let sessions: SessionWorld | undefined;
afterEach(async () => {
  await world?.close();
  await sessions?.cleanup();
  world = undefined;
  sessions = undefined;
});

async function makeWorld() {
  world = await makeMergeWorld();
  const { db, project, homeDir } = world;
  const file = path.join(homeDir, 'pid');
  return {
    ...world,
    /** From now on the tests hang; the number of the process is that of the hanging one. */
    async hang(): Promise<() => Promise<number>> {
      const testCommand = `sleep 77773 & echo $! > ${file}; wait`;
      await db.store.write((tx) => updateProject(tx, project.id, { testCommand }));
      return () => pidIn(file);
    },
  };
}

const ENDED = { code: 'STALE', message: expect.stringContaining('was given up') };

it('the tests of a submission end with its task, and nobody is told that they failed', async () => {
  const { deps, addPiece, hang, mails } = await makeWorld();
  const { task, workerId } = await addPiece('A', { 'a.txt': 'a\n' });
  const pid = await hang();
  const submitted = expect(submitWork(deps, { agentId: workerId })).rejects.toMatchObject(ENDED);
  const hanging = await pid();
  await cancelTask(deps, { taskId: task.id });
  await submitted;
  expect(isRunning(hanging)).toBe(false);
  expect(await mails('tests_failed')).toEqual([]);
  expect(await deps.store.client.check.count()).toBe(0);
});

it('the tests of a merge end with the epic, and with the only work in them, which was not red', async () => {
  const { deps, approved, hang, mails, epic } = await makeWorld();
  const a = await approved('A', { 'a.txt': 'a\n' });
  const b = await approved('B', { 'b.txt': 'b\n' });
  const pid = await hang();
  for (const taskId of [a.task.id, epic.id]) {
    const merged = expect(advanceMergeQueue(deps, { epicId: epic.id })).rejects.toMatchObject(ENDED);
    const hanging = await pid();
    await cancelTask(deps, { taskId });
    await merged;
    expect(isRunning(hanging)).toBe(false);
  }
  expect(await advanceMergeQueue(deps, { epicId: epic.id })).toEqual({ kind: 'done' });
  const rows = await listMerges(deps.store, { epicId: epic.id });
  expect(rows.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(rows.map(({ taskId }) => taskId).sort()).toEqual([a.task.id, b.task.id].sort());
  expect(await mails('tests_failed')).toEqual([]);
});

it('the tests of the last merge end when the epic is deleted, and nothing has landed', async () => {
  const { deps, approved, hang, epic, supervisorId, repo, git, mails } = await makeWorld();
  await approved('A', { 'a.txt': 'a\n' });
  await advanceMergeQueue(deps, { epicId: epic.id });
  const { pullRequest } = await createFinalPr(deps, { agentId: supervisorId });
  const main = await commitFiles(git, { repo, files: { 'b.txt': 'b\n' }, message: 'main goes on' });
  const pid = await hang();
  const input = { actor: { kind: 'human' as const }, pullRequestId: pullRequest.id };
  const landed = expect(landFinalPr(deps, input)).rejects.toMatchObject(ENDED);
  const hanging = await pid();
  await deleteTask(deps, { taskId: epic.id });
  await landed;
  expect(isRunning(hanging)).toBe(false);
  expect(await git.git(repo, 'rev-parse', 'main')).toBe(main);
  expect(await mails('tests_failed')).toEqual([]);
});

it.each(['cancelled', 'deleted'])('a set-up ends when its task is %s, and its folder goes', async (how) => {
  sessions = await startSessionWorld();
  const { deps } = sessions;
  const ports = bindSessionPorts(deps);
  const { task } = await sessions.addAgent({ prepare: false });
  const file = path.join(deps.home.dir, 'pid');
  const setupCommand = `sleep 77774 & echo $! > ${file}; wait`;
  await deps.store.write((tx) => updateProject(tx, task.projectId, { setupCommand }));
  const prepared = ports.prepareWorktree({ taskId: task.id });
  const hanging = await pidIn(file);
  expect(existsSync(task.worktreePath)).toBe(true);
  if (how === 'deleted') await deleteTask(deps, { taskId: task.id });
  else await cancelTask(deps, { taskId: task.id });
  await prepared;
  expect(isRunning(hanging)).toBe(false);
  expect(existsSync(task.worktreePath)).toBe(false);
  expect(await listConditions(deps.store, { status: true })).toEqual([]);
  await ports.deleteBranch({ taskId: task.id });
  expect(await deps.git.branchSha({ repo: sessions.repo, branch: task.branchName })).toBeNull();
});

it('whoever clears up after a task waits until nothing of its commands is left', async () => {
  const { deps, addPiece, hang } = await makeWorld();
  const { task, workerId } = await addPiece('A', { 'a.txt': 'a\n' });
  const pid = await hang();
  const submitted = submitWork(deps, { agentId: workerId }).catch(() => 'ended');
  const hanging = await pid();
  await cancelTask(deps, { taskId: task.id });
  await deps.commands.endOf(task.id);
  expect(isRunning(hanging)).toBe(false);
  expect(await submitted).toBe('ended');
});
