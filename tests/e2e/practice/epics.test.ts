import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { findOpenPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { listSessions } from '@/backend/resource_accessors/session.accessor';
import { sendHumanMail } from '@/backend/services/mail/send_mail';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { requestChanges } from '@/backend/services/review/request_changes';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { type PracticeFactory, startFactory } from '../../support/practice/factory';
import { waitFor } from '../../support/wait_for';

let world: GitWorld;
let factory: PracticeFactory;

beforeAll(async () => {
  world = await makeGitWorld();
  factory = await startFactory();
});
afterAll(async () => {
  await factory?.stop();
  await world?.cleanup();
});

const note = (name: string) => ({ do: 'write', path: `${name}.txt`, content: `${name}\n` });

describe('epics of practice agents on the real server', () => {
  it('gets over a conflict, a crash and a block, and lands the work of all', async () => {
    const repo = await world.makeRepo({ name: 'hard' });
    const epic = await factory.addEpic({
      repo,
      title: 'The hard way',
      scenario: {
        subtasks: [
          { key: 'a', title: 'Crashes once', steps: [note('a'), { do: 'crash', how: 'kill' }, note('a2')] },
          { key: 'b', title: 'Wants the same lines', conflictsWith: 'a', steps: [note('b')] },
          {
            key: 'c',
            title: 'Needs help',
            steps: [note('c'), { do: 'block', reason: 'Which way?' }, note('c2')],
          },
          { key: 'd', title: 'Comes last', dependsOn: ['a', 'c'], steps: [note('d')], askForChanges: 1 },
        ],
      },
    });
    await factory.whenEpic(epic.id, ['REVIEW']);
    const subtasks = await listTasks(factory.deps.store, { parentId: epic.id, limit: 100 });
    expect(subtasks.map((task) => task.state)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED']);
    const sessions = await listSessions(factory.deps.store, {});
    expect(sessions.filter((session) => session.resumed)).toHaveLength(1);

    await land(epic.id);
    await factory.whenEpic(epic.id, ['COMPLETED']);
    const files = await world.git(repo, 'ls-tree', '-r', '--name-only', 'main');
    for (const name of ['a', 'a2', 'b', 'c', 'c2', 'd']) expect(files.split('\n')).toContain(`${name}.txt`);
    const agreed = await world.git(repo, 'show', 'main:notes/agreed-a-b.md');
    expect(agreed).toContain('Crashes once');
    expect(agreed).toContain('Wants the same lines');
  });

  it('goes through in a sparse checkout with its git data elsewhere, whose owner has untracked files not shown', async () => {
    const repo = await world.makeRepo({ name: 'odd', files: { 'x/in.txt': 'in\n', 'y/out.txt': 'out\n' } });
    await world.git(repo, 'init', '--quiet', `--separate-git-dir=${world.dir}/odd-data`);
    await world.git(repo, 'sparse-checkout', 'set', 'x');
    await world.git(repo, 'config', 'status.showUntrackedFiles', 'no');
    const write = (path: string) => ({ do: 'write', path, content: `${path}\n` });
    const epic = await factory.addEpic({
      repo,
      title: 'In an odd place',
      scenario: {
        subtasks: [
          { key: 'a', title: 'Inside', steps: [write('x/new.txt')] },
          { key: 'b', title: 'Outside', steps: [write('y/new.txt'), write('y/out.txt')] },
        ],
      },
    });
    await factory.whenEpic(epic.id, ['REVIEW']);
    await land(epic.id);
    await factory.whenEpic(epic.id, ['COMPLETED']);
    const files = (await world.git(repo, 'ls-tree', '-r', '--name-only', 'main')).split('\n');
    expect(files).toEqual(expect.arrayContaining(['x/in.txt', 'x/new.txt', 'y/new.txt', 'y/out.txt']));
    expect(await world.git(repo, 'show', 'main:y/out.txt')).toBe('y/out.txt');
    expect(await world.git(repo, 'show', ':x/new.txt')).toBe('x/new.txt');
    expect(await world.git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('');
    const gone = async () => (await world.git(repo, 'worktree', 'list', '--porcelain')).match(/^worktree /gm);
    await expect.poll(gone).toHaveLength(1);
  });

  it('takes what the human asks of a final pull request up as one more subtask', async () => {
    const repo = await world.makeRepo({ name: 'again' });
    const epic = await factory.addEpic({ repo, title: 'Asked for more', scenario: {} });
    await factory.whenEpic(epic.id, ['REVIEW']);
    await requestChanges(factory.deps, {
      actor: { kind: 'human' },
      taskId: epic.id,
      body: 'Explain the map.',
    });
    await factory.whenEpic(epic.id, ['IN_PROGRESS']);
    await factory.whenEpic(epic.id, ['REVIEW']);
    expect(await listTasks(factory.deps.store, { parentId: epic.id, limit: 100 })).toHaveLength(4);
    await land(epic.id);
    await factory.whenEpic(epic.id, ['COMPLETED']);
  });

  it('does a quick task with one worker, who answers mail and changes its work when asked', async () => {
    const repo = await world.makeRepo({ name: 'quick' });
    const scenario = { steps: [note('quick')], speed: 'instant' };
    const task = await factory.addEpic({ repo, title: 'A small thing', scenario, quick: true });
    await factory.whenEpic(task.id, ['REVIEW']);
    await sendHumanMail(factory.deps, { to: { taskId: task.id }, subject: 'How is it?', body: 'Tell me.' });
    await waitFor('the answer', async () => {
      const mails = await listMail(factory.deps.store, { taskId: task.id, toParty: 'HUMAN', limit: 100 });
      return mails.some((mail) => mail.subject === 'Re: How is it?');
    });
    await requestChanges(factory.deps, {
      actor: { kind: 'human' },
      taskId: task.id,
      body: 'Once more, please.',
    });
    await factory.whenEpic(task.id, ['IN_PROGRESS']);
    await factory.whenEpic(task.id, ['REVIEW']);
    await land(task.id);
    await factory.whenEpic(task.id, ['COMPLETED']);
    const files = await world.git(repo, 'ls-tree', '-r', '--name-only', 'main');
    expect(files.split('\n')).toEqual(expect.arrayContaining(['quick.txt', 'notes/a-small-thing-review.md']));
  });
});

async function land(taskId: string): Promise<void> {
  const pullRequest = await findOpenPullRequest(factory.deps.store, taskId);
  if (pullRequest === null) throw new Error('there is no final pull request');
  await landFinalPr(factory.deps, { pullRequestId: pullRequest.id, actor: { kind: 'human' } });
}
