import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, suggestFolders } from './suggest_folders';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'ff-folders-'));
  for (const name of ['shop ', 'plain']) mkdirSync(path.join(dir, name));
});
afterAll(() => rmSync(dir, { recursive: true }));

it('takes a space at the end for a part of the name only where there is such a folder', () => {
  expect(folderOf(`${dir}/shop `)).toBe(`${dir}/shop `);
  expect(folderOf(` ${dir}/plain \n`)).toBe(`${dir}/plain`);
  expect(folderOf('~/ ')).toBe(`${os.homedir()}/`);
});

it('suggests such a folder too', async () => {
  expect(await suggestFolders({ typed: ` ${dir}/sh` })).toEqual([
    { path: `${dir}/shop `, isRepository: false },
  ]);
});
