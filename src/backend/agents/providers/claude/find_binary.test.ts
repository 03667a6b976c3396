import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findBinary, wordFor } from './find_binary';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'ff-binary-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(...parts: string[]): string {
  const file = path.join(dir, ...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

it('takes the Claude Code of the user before the copy that npm puts first in PATH', async () => {
  const rootDir = path.join(dir, 'app');
  const copy = program('app', 'node_modules', '.bin', 'claude');
  const context = {
    rootDir,
    env: { HOME: dir, PATH: [path.dirname(copy), path.join(dir, 'bin')].join(path.delimiter) },
  };
  expect(await findBinary(context)).toBe(copy);
  expect(wordFor(context, copy)).toBe(copy);

  const installed = program('.local', 'bin', 'claude');
  expect(await findBinary(context)).toBe(installed);

  const own = program('bin', 'claude');
  expect(await findBinary(context)).toBe(own);
  expect(wordFor(context, own)).toBe('claude');
});

it('takes the program that CLAUDE_PATH names, and no other', async () => {
  const own = program('bin', 'claude');
  const beta = program('bin', 'claude-beta');
  const context = (CLAUDE_PATH: string) => ({
    rootDir: dir,
    env: { HOME: dir, PATH: path.dirname(own), CLAUDE_PATH },
  });
  expect(await findBinary(context(''))).toBe(own);
  expect(await findBinary(context('claude-beta'))).toBe(beta);
  expect(await findBinary(context(beta))).toBe(beta);
  expect(await findBinary(context('/nowhere/claude'))).toBeNull();
});
