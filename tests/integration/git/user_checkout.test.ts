import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
let repo: string;

beforeEach(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo({ remote: 'bare', files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' } });
});
afterEach(() => world.cleanup());

/** Everything of the user's own that a careless tool could disturb, byte by byte. */
async function usersThings(): Promise<Record<string, string>> {
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  const files = (await readdir(repo)).filter((name) => name !== '.git').sort();
  const refs = await world.git(repo, 'for-each-ref', '--format=%(refname) %(objectname)');
  return {
    index: await hash(join(repo, '.git/index')),
    head: await readFile(join(repo, '.git/HEAD'), 'utf8'),
    config: await readFile(join(repo, '.git/config'), 'utf8'),
    status: await world.git(repo, '--no-optional-locks', 'status', '--porcelain=v2', '--branch', '--ignored'),
    stash: await world.git(repo, 'stash', 'list', '--format=%H %gs'),
    headReflog: await world.git(repo, 'reflog', '--format=%H %gs', 'HEAD'),
    files: (await Promise.all(files.map(async (f) => `${f} ${await hash(join(repo, f))}`))).join('\n'),
    refs: refs
      .split('\n')
      .filter((line) => !line.includes('factoryfactory/'))
      .join('\n'),
    home: (await readdir(world.env.HOME ?? '')).join(),
  };
}

it('a whole epic goes through without a trace in the user’s checkout, index, stash or settings', async () => {
  // In the middle of their own work: a stash, something staged, something changed, something new.
  await writeFiles(repo, { 'a.txt': 'stashed\n' });
  await world.git(repo, 'stash', '--quiet');
  await writeFiles(repo, { 'a.txt': 'staged\n' });
  await world.git(repo, 'add', 'a.txt');
  await writeFiles(repo, { 'b.txt': 'edited\n', 'new.txt': 'untracked\n' });
  await world.git(repo, 'status');
  const before = await usersThings();

  const { client } = world;
  const trees = join(world.dir, 'trees');
  const epic = 'factoryfactory/top-level-eeeeeeee';
  const epicTree = join(trees, 'epic');
  const { defaultBranch } = await client.inspectRepository({ path: repo });
  const { sha: base } = await client.ensureBranch({ repo, branch: epic, from: defaultBranch });
  await client.ensureWorktree({ repo, path: epicTree, branch: epic, taskId: 'epic' });
  let tip = base;
  for (const n of [1, 2]) {
    const branch = `factoryfactory/task-${n}`;
    const path = join(trees, `task ${n}`);
    await client.ensureBranch({ repo, branch, from: base });
    await client.ensureWorktree({ repo, path, branch, taskId: `task-${n}` });
    await commitFiles(world, { repo: path, files: { [`file ${n}.txt`]: `${n}\n` } });
    if (n === 2)
      expect(await client.rebase({ worktree: path, onto: epic, taskId: 'task' })).toMatchObject({
        status: 'clean',
      });
    const theirs = (await client.headSha({ path })) ?? '';
    const merged = await client.speculateMerge({ repo, ours: tip, theirs });
    if (!merged.clean) throw new Error('conflict');
    const to = await client.commitTree({
      repo,
      tree: merged.tree,
      parents: [tip, theirs],
      message: `Merge ${n}`,
    });
    await client.checkoutIntegration({ repo, path: join(trees, 'integration'), sha: to });
    await client.updateRef({ repo, ref: `refs/heads/${epic}`, to, expected: tip, reason: `landed ${n}` });
    expect(await client.advanceWorktree({ worktree: epicTree, from: tip, to })).toEqual({
      status: 'advanced',
    });
    await client.push({
      repo,
      remote: 'origin',
      branch: epic,
      sha: to,
      expectedRemoteSha: n === 1 ? null : tip,
    });
    await client.fetch({ repo, remote: 'origin', branch: epic });
    await writeFiles(path, { 'left over.txt': 'x\n' });
    const removed = await client.removeWorktree({ repo, path, taskId: `task-${n}` });
    expect(removed.rescued?.files).toEqual(['left over.txt']);
    await client.deleteBranch({ repo, branch, taskId: `task-${n}` });
    tip = to;
  }
  expect((await client.worktreeStatus({ path: epicTree })).clean).toBe(true);
  await client.removeWorktree({ repo, path: epicTree, taskId: 'epic' });
  await client.removeWorktree({ repo, path: join(trees, 'integration'), taskId: 'epic' });
  expect(await readdir(trees)).toEqual([]);

  expect(await usersThings()).toEqual(before);
  expect(await world.git(repo, 'fsck', '--no-dangling')).toBe('');
});
