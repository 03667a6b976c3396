import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefName } from '@/backend/clients/git/core/revision';
import { commitFiles, type GitWorld, makeGitWorld } from '../../support/git';

let world: GitWorld;
let repo: string;
let first: string;
let second: string;
beforeAll(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo();
  first = await world.git(repo, 'rev-parse', 'HEAD');
  second = await commitFiles(world, { repo, files: { a: 'one' } });
});
afterAll(() => world.cleanup());

describe('reading', () => {
  it('resolves names, ids and nothing else', async () => {
    const { client } = world;
    expect(await client.resolveRef({ repo, ref: 'main' })).toBe(second);
    expect(await client.resolveRef({ repo, ref: 'refs/heads/main' })).toBe(second);
    expect(await client.resolveRef({ repo, ref: first })).toBe(first);
    expect(await client.resolveRef({ repo, ref: 'nope' })).toBeNull();
    expect(await client.resolveRef({ repo, ref: 'f'.repeat(40) })).toBeNull();
    expect(await client.headSha({ path: repo })).toBe(second);
    expect(await client.branchExists({ repo, branch: 'main' })).toBe(true);
    expect(await client.branchExists({ repo, branch: 'nope' })).toBe(false);
    expect(await client.treeOf({ repo, ref: 'main' })).toBe(
      await world.git(repo, 'rev-parse', 'main^{tree}'),
    );
    await expect(client.treeOf({ repo, ref: 'nope' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('compares branches', async () => {
    const { client } = world;
    await world.git(repo, 'branch', 'side', first);
    expect(await client.isAncestor({ repo, ancestor: first, descendant: second })).toBe(true);
    expect(await client.isAncestor({ repo, ancestor: second, descendant: first })).toBe(false);
    expect(await client.mergeBase({ repo, a: 'main', b: 'side' })).toBe(first);
    expect(await client.aheadBehind({ repo, base: 'side', head: 'main' })).toEqual({ ahead: 1, behind: 0 });
    expect(await client.aheadBehind({ repo, base: 'main', head: 'side' })).toEqual({ ahead: 0, behind: 1 });
    await expect(client.aheadBehind({ repo, base: 'gone', head: 'main' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('refuses every name that git could read as an option or an expression', async () => {
    const names = [
      '--upload-pack=touch x',
      '-x',
      'main..side',
      'main^',
      'main~1',
      '@{-1}',
      'a b',
      ':/text',
      '',
    ];
    for (const ref of names) {
      await expect(async () => world.client.resolveRef({ repo, ref }), ref).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
      await expect(
        async () => world.client.diff({ repo, base: ref, head: 'main' }),
        ref,
      ).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
      await expect(
        async () => world.client.ensureBranch({ repo, branch: ref, from: first }),
        ref,
      ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
  });

  it('never allows a ref name that git refuses', async () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '-',
      '.',
      '/',
      '@',
      '{',
      '~',
      '^',
      ':',
      '\\',
      ' ',
      '*',
      '.lock',
      'é',
      '\t',
      '[',
      '?',
    );
    const samples = fc.sample(fc.array(piece, { minLength: 1, maxLength: 5 }), { numRuns: 150, seed: 42 });
    let allowed = 0;
    for (const name of samples.map((parts) => parts.join(''))) {
      const git = await world.run('git', ['check-ref-format', `refs/heads/${name}`]);
      if (isRefName(name)) {
        allowed++;
        expect(git.code, name).toBe(0);
      } else if (!name.startsWith('-') && name !== '@') {
        expect(git.code, name).not.toBe(0);
      }
    }
    expect(allowed).toBeGreaterThan(5);
  });
});

describe('ensureBranch', () => {
  it('makes a branch once and never moves it', async () => {
    const branch = 'factoryfactory/task-11111111';
    expect(await world.client.ensureBranch({ repo, branch, from: first })).toEqual({
      sha: first,
      created: true,
    });
    expect(await world.client.ensureBranch({ repo, branch, from: second })).toEqual({
      sha: first,
      created: false,
    });
    const found = (await world.client.listBranches({ repo, prefix: 'factoryfactory/' })).map((b) => b.name);
    expect(found).toEqual([branch]);
  });

  it('says which start is missing', async () => {
    await expect(
      world.client.ensureBranch({ repo, branch: 'factoryfactory/x', from: 'epic-gone' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('epic-gone') });
  });

  it('gives one branch to twenty callers at once', async () => {
    const branch = 'factoryfactory/task-22222222';
    const all = await Promise.all(
      Array.from({ length: 20 }, () => world.client.ensureBranch({ repo, branch, from: first })),
    );
    expect(all.filter((made) => made.created)).toHaveLength(1);
    expect(new Set(all.map((made) => made.sha))).toEqual(new Set([first]));
  });

  it('explains a branch in the way of the folder it needs', async () => {
    const other = await world.makeRepo({ name: 'other' });
    await world.git(other, 'branch', 'factoryfactory');
    await expect(
      world.client.ensureBranch({ repo: other, branch: 'factoryfactory/task-1', from: 'main' }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      next: expect.stringContaining('git branch -m factoryfactory'),
    });
  });
});

describe('refs by compare-and-swap', () => {
  it('moves only what has not moved, and leaves a reflog line', async () => {
    const ref = 'refs/heads/factoryfactory/cas';
    const { client } = world;
    await client.createRef({ repo, ref, to: first, reason: 'made' });
    await expect(client.createRef({ repo, ref, to: second, reason: 'again' })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    await client.updateRef({ repo, ref, to: second, expected: first, reason: 'landed a task' });
    expect(await world.git(repo, 'reflog', '-1', '--format=%gs', ref)).toBe('factoryfactory: landed a task');
    await expect(
      client.updateRef({ repo, ref, to: second, expected: first, reason: 'late' }),
    ).rejects.toMatchObject({ code: 'STALE', data: { actual: second } });
    await expect(client.deleteRef({ repo, ref, expected: first, reason: 'late' })).rejects.toMatchObject({
      code: 'STALE',
    });
    await client.deleteRef({ repo, ref, expected: second, reason: 'done' });
    await expect(
      client.updateRef({ repo, ref, to: second, expected: first, reason: 'late' }),
    ).rejects.toMatchObject({ code: 'STALE', data: { actual: null } });
  });

  it('lets exactly one of many win', async () => {
    const ref = 'refs/heads/factoryfactory/race';
    await world.client.createRef({ repo, ref, to: first, reason: 'made' });
    const tree = await world.git(repo, 'rev-parse', 'main^{tree}');
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, n) => {
        const to = await world.client.commitTree({ repo, tree, parents: [first], message: `try ${n}` });
        await world.client.updateRef({ repo, ref, to, expected: first, reason: `try ${n}` });
      }),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STALE' });
    }
  });

  it('keeps its hands off tags, remotes and the stash', async () => {
    for (const ref of ['refs/stash', 'refs/tags/v1', 'refs/remotes/origin/main', 'HEAD', 'main']) {
      await expect(world.client.createRef({ repo, ref, to: first, reason: 'x' }), ref).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
  });

  it('says that the object is unknown', async () => {
    await expect(
      world.client.createRef({ repo, ref: 'refs/heads/factoryfactory/bad', to: 'a'.repeat(40), reason: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('waits a moment for a lock, then is BUSY and names it', async () => {
    const ref = 'refs/heads/factoryfactory/locked';
    await world.client.createRef({ repo, ref, to: first, reason: 'made' });
    const lock = join(repo, '.git', `${ref}.lock`);
    await writeFile(lock, '');
    await utimes(lock, 0, 0);
    await expect(
      world.client.updateRef({ repo, ref, to: second, expected: first, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'BUSY', message: expect.stringContaining('locked.lock') });
    setTimeout(() => void rm(lock), 150);
    await world.client.updateRef({ repo, ref, to: second, expected: first, reason: 'x' });
    expect(await world.client.resolveRef({ repo, ref })).toBe(second);
  });
});

describe('deleteBranch', () => {
  it('deletes only ours, and keeps commits that nothing else holds', async () => {
    const branch = 'factoryfactory/task-33333333';
    const tree = await world.git(repo, 'rev-parse', 'main^{tree}');
    const lonely = await world.client.commitTree({ repo, tree, parents: [first], message: 'lonely' });
    await world.client.createRef({ repo, ref: `refs/heads/${branch}`, to: lonely, reason: 'made' });
    await expect(world.client.deleteBranch({ repo, branch: 'side', taskId: 'task-3' })).rejects.toMatchObject(
      { code: 'FORBIDDEN' },
    );
    const gone = await world.client.deleteBranch({ repo, branch, taskId: 'task-3' });
    expect(gone).toMatchObject({ deleted: true, rescued: { sha: lonely, reason: 'unmerged' } });
    expect(await world.client.branchExists({ repo, branch })).toBe(false);
    expect(await world.client.resolveRef({ repo, ref: gone.rescued?.ref ?? '' })).toBe(lonely);
    expect(await world.client.deleteBranch({ repo, branch, taskId: 'task-3' })).toEqual({
      deleted: false,
      rescued: null,
    });
  });

  it('needs no rescue for a merged branch', async () => {
    const branch = 'factoryfactory/task-44444444';
    await world.client.ensureBranch({ repo, branch, from: first });
    expect(await world.client.deleteBranch({ repo, branch, taskId: 'task-4' })).toEqual({
      deleted: true,
      rescued: null,
    });
  });
});
