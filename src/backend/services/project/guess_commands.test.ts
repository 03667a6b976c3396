import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { guessCommands } from './guess_commands';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((dir) => rm(dir, { recursive: true, force: true }))));

async function guess(files: Record<string, string>) {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'ff-guess-'));
  folders.push(dir);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, name), text);
  return guessCommands(dir);
}

const manifest = (rest: object) =>
  JSON.stringify({ name: 'shop', scripts: { test: 'node --test' }, ...rest });
const dependencies = { left: '1.0.0' };

it.each([
  ['npm ci', { 'package.json': manifest({ dependencies }), 'package-lock.json': '{}' }],
  ['npm install --no-package-lock', { 'package.json': manifest({ dependencies }) }],
  ['npm install --no-package-lock', { 'package.json': manifest({ workspaces: ['a'] }) }],
  [null, { 'package.json': manifest({}) }],
  ['pnpm install --frozen-lockfile', { 'package.json': manifest({ dependencies }), 'pnpm-lock.yaml': '' }],
  ['pnpm install --no-lockfile', { 'package.json': manifest({ dependencies, packageManager: 'pnpm@9' }) }],
  ['yarn install --frozen-lockfile', { 'package.json': manifest({ dependencies }), 'yarn.lock': '' }],
])('sets up with %s, which leaves no new file behind', async (setupCommand, files) => {
  expect((await guess(files)).setupCommand).toBe(setupCommand);
});

it('takes no test command from what npm init writes', async () => {
  const init = JSON.stringify({ scripts: { test: 'echo "Error: no test specified" && exit 1' } });
  expect(await guess({ 'package.json': init })).toEqual({ setupCommand: null, testCommand: null });
  expect((await guess({ 'package.json': manifest({}) })).testCommand).toBe('npm test');
});
