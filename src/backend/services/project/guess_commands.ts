import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

export type GuessedCommands = { setupCommand: string | null; testCommand: string | null };

const Manifest = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  workspaces: z.unknown().optional(),
  packageManager: z.string().optional(),
});

/** How this repository is set up and tested, judged by the files at its top. A guess to be corrected, never run here. */
export async function guessCommands(root: string): Promise<GuessedCommands> {
  const guesses = await Promise.all([ofNode(root), ofMake(root), ofPython(root), ofRust(root), ofGo(root)]);
  return {
    setupCommand: guesses.find((guess) => guess.setupCommand)?.setupCommand ?? null,
    testCommand: guesses.find((guess) => guess.testCommand)?.testCommand ?? null,
  };
}

const NOTHING: GuessedCommands = { setupCommand: null, testCommand: null };

async function ofNode(root: string): Promise<GuessedCommands> {
  const text = await read(root, 'package.json');
  if (text === null) return NOTHING;
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success) return NOTHING;
  const [pnpm, yarn, lock] = await Promise.all([
    read(root, 'pnpm-lock.yaml'),
    read(root, 'yarn.lock'),
    read(root, 'package-lock.json'),
  ]);
  const { scripts, dependencies, devDependencies, workspaces, packageManager = '' } = parsed.data;
  const tool =
    pnpm !== null || packageManager.startsWith('pnpm')
      ? 'pnpm'
      : yarn !== null || packageManager.startsWith('yarn')
        ? 'yarn'
        : 'npm';
  const test = scripts.test;
  // The line that `npm init` writes is a test that always fails.
  const tests = test !== undefined && !test.includes('no test specified');
  const needsSetup =
    workspaces !== undefined || [dependencies, devDependencies].some((list) => size(list) > 0);
  const locked = { npm: lock, pnpm, yarn }[tool] !== null;
  return {
    setupCommand: needsSetup ? INSTALL[tool][locked ? 'locked' : 'loose'] : null,
    testCommand: tests ? `${tool} test` : null,
  };
}

/** None of them writes a lock file: a file that appears in every worktree is in the way of every merge. */
const INSTALL = {
  npm: { locked: 'npm ci', loose: 'npm install --no-package-lock' },
  pnpm: { locked: 'pnpm install --frozen-lockfile', loose: 'pnpm install --no-lockfile' },
  yarn: { locked: 'yarn install --frozen-lockfile', loose: 'yarn install' },
} as const;

function size(list: Record<string, string>): number {
  return Object.keys(list).length;
}

async function ofMake(root: string): Promise<GuessedCommands> {
  const text = await read(root, 'Makefile');
  return { setupCommand: null, testCommand: text !== null && /^test\s*:/m.test(text) ? 'make test' : null };
}

async function ofPython(root: string): Promise<GuessedCommands> {
  const [project, lock, requirements] = await Promise.all([
    read(root, 'pyproject.toml'),
    read(root, 'uv.lock'),
    read(root, 'requirements.txt'),
  ]);
  if (project === null && requirements === null) return NOTHING;
  if (lock !== null) return { setupCommand: 'uv sync', testCommand: 'uv run pytest' };
  if (/^\[tool\.poetry\]/m.test(project ?? ''))
    return { setupCommand: 'poetry install', testCommand: 'poetry run pytest' };
  return { setupCommand: null, testCommand: 'python -m pytest' };
}

async function ofRust(root: string): Promise<GuessedCommands> {
  const text = await read(root, 'Cargo.toml');
  return text === null ? NOTHING : { setupCommand: null, testCommand: 'cargo test' };
}

async function ofGo(root: string): Promise<GuessedCommands> {
  const text = await read(root, 'go.mod');
  return text === null ? NOTHING : { setupCommand: null, testCommand: 'go test ./...' };
}

function read(root: string, name: string): Promise<string | null> {
  return readFile(path.join(root, name), 'utf8').catch(() => null);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
