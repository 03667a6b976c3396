import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld } from '../../support/git';

let world: GitWorld;
let repo: string;
let origin: string;
let first: string;
let second: string;
let other: string;
const branch = 'factoryfactory/task-dddddddd';
const servers: Server[] = [];

beforeEach(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo({ remote: 'bare', name: 'a repo' });
  origin = `${repo}.origin.git`;
  first = await commitFiles(world, { repo, files: { a: '1' } });
  second = await commitFiles(world, { repo, files: { a: '2' } });
  await world.git(repo, 'checkout', '--quiet', '--detach', first);
  other = await commitFiles(world, { repo, files: { b: 'other' } });
  await world.git(repo, 'checkout', '--quiet', 'main');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await world.cleanup();
});

const push = (sha: string, expectedRemoteSha?: string | null) =>
  world.client.push({ repo, remote: 'origin', branch, sha, expectedRemoteSha });
const remoteSha = () => world.git(origin, 'rev-parse', `refs/heads/${branch}`);

describe('push', () => {
  it('pushes a commit, again, and onwards', async () => {
    expect(await push(first, null)).toEqual({ changed: true });
    expect(await push(first, null)).toEqual({ changed: false });
    expect(await push(second)).toEqual({ changed: true });
    expect(await remoteSha()).toBe(second);
  });

  it('rewrites our own branch only with a lease that holds', async () => {
    await push(second, null);
    await expect(push(other)).rejects.toMatchObject({ code: 'STALE' });
    await expect(push(other, first)).rejects.toMatchObject({ code: 'STALE' });
    await expect(push(other, null)).rejects.toMatchObject({ code: 'STALE' });
    expect(await remoteSha()).toBe(second);
    expect(await push(other, second)).toEqual({ changed: true });
    expect(await remoteSha()).toBe(other);
  });

  it('pushes no branch but ours', async () => {
    const before = await world.git(origin, 'for-each-ref');
    for (const name of ['main', 'feature/x', 'factoryfactoryx', 'x/factoryfactory/y']) {
      await expect(
        world.client.push({ repo, remote: 'origin', branch: name, sha: first, expectedRemoteSha: null }),
        name,
      ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const name of [
      'factoryfactory/x:refs/heads/main',
      '--mirror',
      'factoryfactory/*',
      'factoryfactory/..',
    ]) {
      await expect(
        world.client.push({ repo, remote: 'origin', branch: name, sha: first, expectedRemoteSha: null }),
        name,
      ).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
    expect(await world.git(origin, 'for-each-ref')).toBe(before);
  });

  it('takes a remote by its name only', async () => {
    const mark = join(world.dir, 'ran');
    const remotes = [`--receive-pack=touch ${mark}`, `ext::sh -c "touch ${mark}"`, origin, 'upstream', ''];
    for (const remote of remotes) {
      await expect(
        world.client.push({ repo, remote, branch, sha: first, expectedRemoteSha: null }),
        remote,
      ).rejects.toMatchObject({ code: 'NOT_FOUND', next: expect.stringContaining('git remote add') });
      await expect(world.client.fetch({ repo, remote, branch }), remote).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  it('pushes no tags along and respects the user’s pre-push hook', async () => {
    await world.git(repo, 'tag', '-a', '-m', 't', 'v1', first);
    await world.git(repo, 'config', 'push.followTags', 'true');
    await push(first, null);
    expect(await world.git(origin, 'tag')).toBe('');
    await mkdir(join(repo, '.git/hooks'), { recursive: true });
    await writeFile(join(repo, '.git/hooks/pre-push'), '#!/bin/sh\necho no secrets please >&2\nexit 1\n', {
      mode: 0o755,
    });
    await expect(push(second)).rejects.toMatchObject({
      message: expect.stringContaining('no secrets please'),
    });
    expect(await remoteSha()).toBe(first);
  });

  it('tells a refusal by the other side from a stale lease', async () => {
    await writeFile(join(origin, 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await expect(push(first, null)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('pre-receive hook declined'),
    });
  });

  it('says when the remote repository is gone', async () => {
    await rm(origin, { recursive: true });
    await expect(push(first, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('asks for a login without waiting for a key, and shows no password', async () => {
    const port = await listen((_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    await world.git(repo, 'remote', 'set-url', 'origin', `http://someone:s3cret@127.0.0.1:${port}/r.git`);
    const attempts = [() => push(first, null), () => world.client.fetch({ repo, remote: 'origin', branch })];
    for (const attempt of attempts) {
      const error = await Promise.resolve(attempt()).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'NOT_LOGGED_IN', next: expect.stringContaining('gh auth login') });
      expect(JSON.stringify(error) + String(error)).not.toContain('s3cret');
    }
  });

  it('knows a remote that cannot be reached, and one that never answers', async () => {
    const port = await listen(() => {});
    await world.git(repo, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/r.git`);
    await expect(
      world.client.push({ repo, remote: 'origin', branch, sha: first, timeoutMs: 1500 }),
    ).rejects.toMatchObject({ code: 'TIMED_OUT' });
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await expect(push(first, null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('fetch', () => {
  it('brings a branch under a ref of ours and touches nothing of the user’s', async () => {
    await push(first, null);
    const clone = join(world.dir, 'clone');
    await world.git(world.dir, 'clone', '--quiet', origin, clone);
    await push(second);
    await world.git(repo, 'push', '--quiet', 'origin', 'main');
    await world.git(origin, 'tag', 'v9', first);
    const before = await world.git(clone, 'for-each-ref');
    const found = await world.client.fetch({ repo: clone, remote: 'origin', branch });
    expect(found).toEqual({ ref: `refs/factoryfactory/remotes/origin/${branch}`, sha: second });
    const after = (await world.git(clone, 'for-each-ref'))
      .split('\n')
      .filter((l) => !l.includes('factoryfactory/remotes'));
    expect(after.join('\n')).toBe(before);
    await expect(world.git(clone, 'cat-file', '-e', 'FETCH_HEAD')).rejects.toThrow();
    await push(other, second);
    expect((await world.client.fetch({ repo: clone, remote: 'origin', branch })).sha).toBe(other);
    expect(await world.client.fetch({ repo: clone, remote: 'origin', branch: 'none' })).toMatchObject({
      sha: null,
    });
  });
});

async function listen(handler: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(handler ?? (() => {}));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
