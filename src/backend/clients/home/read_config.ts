import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';

export const ServerRole = z.enum(['all', 'web', 'daemon']);
export type ServerRole = z.infer<typeof ServerRole>;

export type Config = {
  role: ServerRole;
  port: number;
  /** The address agents and people reach us at. */
  url: string;
  version: string;
  dev: boolean;
  openBrowser: boolean;
  logLevel: string;
  /** Where this program is installed: prompts, migrations, built files. */
  rootDir: string;
  home: HomePaths;
  /** Read by tests that disturb a running server; nobody else can have it read. */
  faultsFile: string | null;
};

export type HomePaths = {
  dir: string;
  database: string;
  token: string;
  cookieKey: string;
  /** Where the server that serves people was last reached. */
  url: string;
  backups: string;
  logs: string;
  worktrees: string;
  agents: string;
  tmuxSocket: string;
  tmuxConfig: string;
};

const Env = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  FACTORY_HOME: z.string().trim().min(1).optional(),
  BROWSER: z.string().optional(),
  CI: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.string().optional(),
  FACTORY_FAULTS: z.string().optional(),
});

/** Reads the environment and the command line. Every setting has a default; a bad one is named. */
export function readConfig(input: { env: NodeJS.ProcessEnv; argv: readonly string[] }): Config {
  const parsed = Env.safeParse(
    Object.fromEntries(Object.entries(input.env).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new FactoryError(
      'BAD_INPUT',
      `The environment variable ${issue?.path.join('.')} is not usable: ${issue?.message}.`,
      'Correct it (see .env.example for what each one takes), then start again.',
    );
  }
  const env = parsed.data;
  const rootDir = findRoot();
  return {
    role: readRole(input.argv),
    port: env.PORT,
    url: `http://127.0.0.1:${env.PORT}`,
    version: readVersion(rootDir),
    dev: env.NODE_ENV === 'development',
    openBrowser: env.BROWSER !== 'none' && env.CI === undefined,
    logLevel: env.LOG_LEVEL,
    rootDir,
    home: layOutHome(expandHome(env.FACTORY_HOME ?? path.join(os.homedir(), '.factory-factory'))),
    faultsFile: env.NODE_ENV === 'test' ? (env.FACTORY_FAULTS ?? null) : null,
  };
}

export function layOutHome(dir: string): HomePaths {
  return {
    dir,
    database: path.join(dir, 'factory.db'),
    token: path.join(dir, 'token'),
    cookieKey: path.join(dir, 'cookie-key'),
    url: path.join(dir, 'url'),
    backups: path.join(dir, 'backups'),
    logs: path.join(dir, 'logs'),
    worktrees: path.join(dir, 'worktrees'),
    agents: path.join(dir, 'agents'),
    tmuxSocket: path.join(dir, 'tmux.sock'),
    tmuxConfig: path.join(dir, 'tmux.conf'),
  };
}

function readRole(argv: readonly string[]): ServerRole {
  const at = argv.findIndex((word) => word === '--role' || word.startsWith('--role='));
  if (at < 0) return 'all';
  const word = argv[at] ?? '';
  const parsed = ServerRole.safeParse(word.includes('=') ? word.slice('--role='.length) : argv[at + 1]);
  if (parsed.success) return parsed.data;
  throw new FactoryError(
    'BAD_INPUT',
    '--role takes all, web or daemon.',
    'Start again with one of them, or without --role.',
  );
}

/** The nearest folder above this file that holds our package.json: src/ when run by tsx, dist/ when built. */
function findRoot(): string {
  let dir = import.meta.dirname;
  while (!existsSync(path.join(dir, 'package.json'))) {
    const parent = path.dirname(dir);
    if (parent === dir) {
      throw new FactoryError(
        'INTERNAL',
        'package.json was not found beside the program.',
        'Start it from a complete checkout.',
      );
    }
    dir = parent;
  }
  return dir;
}

function readVersion(rootDir: string): string {
  const json: unknown = JSON.parse(readFileSync(path.join(rootDir, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(json).version;
}

function expandHome(dir: string): string {
  return path.resolve(dir === '~' || dir.startsWith('~/') ? path.join(os.homedir(), dir.slice(1)) : dir);
}
