import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import { callOf, withClient } from '../mcp/world';
import type { House } from './house';

export function nameAttacks(house: () => House): void {
  let trap: string;
  beforeAll(async () => {
    trap = path.join(house().world.dir, 'sprung');
    writeFileSync(path.join(house().world.dir, 'secret.txt'), 'canary-in-a-file\n');
  });

  /** How it ended: `ok` with the answer, or the code of a refusal. A failure of the server itself is neither. */
  async function end(work: () => Promise<unknown>): Promise<string> {
    try {
      return `ok ${JSON.stringify(await work())}`;
    } catch (error) {
      if (!(error instanceof TRPCClientError)) throw error;
      return String(error.data?.code);
    }
  }

  const OPTIONS = () => [
    `--upload-pack=touch ${trap}`,
    `--exec=touch ${trap}`,
    `--output=${trap}`,
    '-x',
    '--help',
    `$(touch ${trap})`,
    `; touch ${trap};`,
    `main\ntouch ${trap}`,
    'main\u0000',
    'a..b',
    'main^{tree}',
    ':(top,glob)**',
    '',
  ];

  describe('names that are not names', () => {
    it('are refused as folders, branches and titles, and run nothing', async () => {
      const repo = await house().world.makeRepo({ name: 'plain' });
      const { id } = await house().api.project.add.mutate({ path: repo });
      for (const name of OPTIONS()) {
        expect(await end(() => house().api.project.add.mutate({ path: name })), name).toMatch(
          /^(?:BAD_REQUEST|NOT_FOUND)$/,
        );
        expect(await end(() => house().api.project.inspect.query({ path: name })), name).toMatch(
          /^(?:BAD_REQUEST|NOT_FOUND)$/,
        );
        if (name.trim() === '') continue;
        for (const change of [
          () => house().api.project.add.mutate({ path: repo, defaultBranch: name }),
          () => house().api.project.update.mutate({ id, defaultBranch: name }),
        ]) {
          expect(await end(change), name).toMatch(/^(?:BAD_REQUEST|NOT_FOUND|CONFLICT)$/);
        }
      }
      const { defaultBranch } = await house().api.project.get.query({ id });
      expect(defaultBranch).toBe('main');
      const words = ['a\u001b[31mred', 'a\u0000b', 'a\u0007', 'a\u202eb', 'two\nlines', 'a\u2028b'];
      for (const title of words) {
        const task = { projectId: id, parentId: null, title };
        expect(await end(() => house().api.task.create.mutate(task)), JSON.stringify(title)).toBe(
          'BAD_REQUEST',
        );
        expect(await end(() => house().api.project.update.mutate({ id, name: title }))).toBe('BAD_REQUEST');
      }
      expect(existsSync(trap)).toBe(false);
    });

    it('do no harm as the real name of a repository or of a branch in it', async () => {
      for (const name of ['new\nline', 'bell\u0007']) {
        const repo = await house().world.makeRepo({ name: `odd/${name}` });
        expect(await end(() => house().api.project.add.mutate({ path: repo }))).toBe('BAD_REQUEST');
      }
      for (const name of ['--upload-pack=x', '-x', "quote'; touch sprung", 'ünï cödé']) {
        const repo = await house().world.makeRepo({ name: `odd/${name}` });
        const head = await house().world.git(repo, 'rev-parse', 'HEAD');
        await house().world.git(repo, 'update-ref', 'refs/heads/--upload-pack=x', head);
        const added = await house().api.project.add.mutate({ path: repo });
        expect(added).toMatchObject({ repoPath: repo, defaultBranch: 'main' });
        expect(added.slug).toMatch(/^[a-z0-9-]+$/);
        await house().api.project.archive.mutate({ id: added.id });
      }
      expect(existsSync(trap)).toBe(false);
    });
  });

  const ESCAPES = () => [
    '../../../../../../etc/passwd',
    '/etc/passwd',
    `${house().world.dir}/secret.txt`,
    'a/../../secret.txt',
    '.git/config',
    '..',
    `--output=${trap}`,
    'link',
    'folder/secret.txt',
    'x\u0000',
  ];

  describe('paths that lead out', () => {
    it('show nothing through the pages', async () => {
      const [pull] = await house().api.review.list.query({ kind: 'FINAL' });
      const id = pull?.id ?? '';
      for (const file of ESCAPES()) {
        for (const asked of [
          () => house().api.review.fileDiff.query({ id, path: file }),
          () => house().api.review.fileDiff.query({ id, path: 'a.txt', oldPath: file }),
        ]) {
          const answer = await end(asked);
          expect(answer, file).toMatch(/^(?:ok |BAD_REQUEST|NOT_FOUND)/);
          expect(answer, file).not.toMatch(/canary-in-a-file|root:x|\[core\]/);
        }
      }
      for (const typed of ['../', './', 'etc/', '-x', '\u0000', 'C:\\']) {
        expect(await house().api.project.suggestFolders.query({ typed })).toEqual([]);
      }
      const suggested = await house().api.project.suggestFolders.query({ typed: `${house().world.dir}/` });
      expect(suggested.map((one) => path.basename(one.path))).not.toContain('secret.txt');
      for (const place of [
        '/terminal/..%2f..%2fetc',
        '/api/export/..%2f..%2ftoken',
        '/_next/static/..%2f..%2f..%2fpackage.json',
        '/..%2f..%2fetc/passwd',
      ]) {
        const { status, body } = await house().ask({ path: place, headers: { cookie: house().cookie } });
        expect([400, 404], `${place}: ${status}`).toContain(status);
        expect(body).not.toMatch(/root:x|"dependencies"/);
      }
      expect(existsSync(trap)).toBe(false);
    });

    it('show nothing through the tools', async () => {
      const { deps, server } = house().factory;
      const task = await getTask(deps.store, house().alive.agent.taskId ?? '');
      symlinkSync(path.join(house().world.dir, 'secret.txt'), path.join(task.worktreePath, 'link'));
      symlinkSync(house().world.dir, path.join(task.worktreePath, 'folder'));
      mkdirSync(path.join(task.worktreePath, 'real'));
      await withClient(server.url, 'git', house().alive.token, async (client) => {
        for (const file of ESCAPES()) {
          const read = await callOf(client, 'git.read_worktree_file', { path: file });
          expect(read.ok, `${file}: ${read.text}`).toBe(false);
          const diff = await callOf(client, 'git.get_diff', { paths: [file] });
          for (const { text } of [read, diff]) expect(text).not.toMatch(/canary-in-a-file|root:x|\[core\]/);
        }
        const other = await callOf(client, 'git.read_worktree_file', {
          path: 'README.md',
          taskId: house().dead.agent.taskId ?? '',
        });
        expect(other).toMatchObject({ ok: false });
      });
      await withClient(server.url, 'task', house().alive.token, async (client) => {
        for (const title of ['a\u001b[2Jb', 'a\u202eb']) {
          const made = await callOf(client, 'task.create', { title, description: 'x' });
          expect(made).toMatchObject({ ok: false, text: expect.stringContaining('control characters') });
        }
      });
      expect(existsSync(trap)).toBe(false);
    });
  });
}
