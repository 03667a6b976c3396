import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import { backUpDatabase, checkDatabase, restoreDatabase } from '@/backend/resource_accessors/store/back_up';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { addTestProject, openTestStore } from '../../support/store';

it('copies a database in use, and puts the copy back without what came after', async () => {
  const test = await openTestStore();
  try {
    const copy = path.join(test.dir, 'kept', 'copy.sqlite');
    await test.store.write((tx) => addTestProject(tx, '/repos/first'));
    await backUpDatabase({ file: test.file, to: copy });
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    await expect(backUpDatabase({ file: test.file, to: copy })).rejects.toThrow('is there already');
    await test.store.write((tx) => addTestProject(tx, '/repos/second'));
    // Whoever has it open keeps it, in charge or not.
    const tooEarly = { from: copy, file: test.file, kept: path.join(test.dir, 'kept', 'never.sqlite') };
    expect(() => restoreDatabase(tooEarly)).toThrow('A server has this database open');
    await test.store.write((tx) => addTestProject(tx, '/repos/third'));
    await test.store.close();

    const kept = path.join(test.dir, 'kept', 'before.sqlite');
    restoreDatabase({ from: copy, file: test.file, kept });
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(checkDatabase(kept).trouble).toBeNull();
    const store = await openStore({ file: test.file, clock: () => new Date() });
    const projects = await listProjects(store, { archived: false });
    expect(projects.map((project) => project.repoPath)).toEqual(['/repos/first']);
    await store.close();

    const junk = path.join(test.dir, 'junk.sqlite');
    writeFileSync(junk, 'not a database');
    expect(checkDatabase(test.file).trouble).toBeNull();
    const none = path.join(test.dir, 'kept', 'none.sqlite');
    expect(() => restoreDatabase({ from: junk, file: test.file, kept: none })).toThrow('It is no database');
    expect(() => restoreDatabase({ from: '/nowhere', file: test.file, kept: none })).toThrow('no such file');
    expect(checkDatabase(test.file).trouble).toBeNull();
    expect(existsSync(none)).toBe(false);

    // The usual reason to restore: what is there cannot be read.
    writeFileSync(test.file, 'overwritten by something');
    restoreDatabase({ from: copy, file: test.file, kept: none });
    expect(checkDatabase(test.file).trouble).toBeNull();
    expect(readFileSync(none, 'utf8')).toBe('overwritten by something');
  } finally {
    rmSync(test.dir, { recursive: true, force: true });
  }
});
