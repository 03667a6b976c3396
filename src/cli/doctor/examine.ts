import { existsSync, statSync } from 'node:fs';
import { createProviders } from '@/backend/agents/providers';
import type { Config } from '@/backend/clients/home/read_config';
import { readMachine } from '@/backend/clients/machine/read_machine';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { toFactoryError } from '@/backend/domain/errors';
import { checkDatabase } from '@/backend/resource_accessors/store/back_up';
import { SystemLimits } from '@/shared/limits';
import { readServerVersion } from '../open_factory';
import { readConfigOfServer } from '../read_config_of_server';
import { findOrphans } from './find_orphans';
import { type Finding, good } from './finding';

type Exam = (config: Config) => Promise<Finding[]>;

/** Each looks at one thing and never stops the others from looking. */
const EXAMS: readonly (readonly [string, Exam])[] = [
  ['node', async () => [good('node', `Node ${process.versions.node}`)]],
  ['git', examineGit],
  ['tmux', examineTmux],
  ['agents', examineAgents],
  ['home', examineHome],
  ['machine', examineMachine],
  ['database', examineDatabase],
  ['server', examineServer],
  ['orphans', findOrphans],
];

export async function examine(): Promise<Finding[]> {
  const config = readConfigOfServer();
  const found = await Promise.all(
    EXAMS.map(([about, exam]) =>
      exam(config).catch((thrown: unknown): Finding[] => {
        const error = toFactoryError(thrown);
        return [{ about, state: 'bad', message: error.message, next: error.next }];
      }),
    ),
  );
  return found.flat();
}

async function examineGit(): Promise<Finding[]> {
  const { stdout } = await run('git', ['--version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  const isNew = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38);
  if (isNew) return [good('git', stdout.trim())];
  return [{ about: 'git', state: 'bad', message: stdout.trim(), next: 'Update git to 2.38 or newer.' }];
}

async function examineTmux({ home }: Config): Promise<Finding[]> {
  const tmux = createTmuxClient({ run, socketPath: home.tmuxSocket, configPath: home.tmuxConfig });
  const { version } = await tmux.checkVersion();
  return [good('tmux', `tmux ${version}`)];
}

async function examineAgents({ rootDir }: Config): Promise<Finding[]> {
  const providers = createProviders({ run, rootDir, env: process.env, clock: () => new Date() });
  return Promise.all(
    Object.values(providers).map(async (provider): Promise<Finding> => {
      const health = await provider.checkHealth();
      const ready = health.found && health.loggedIn !== false;
      return {
        about: provider.name,
        state: ready ? 'good' : 'warning',
        message: health.message.includes(provider.title)
          ? health.message
          : `${provider.title}: ${health.message}`,
        next: health.next,
      };
    }),
  );
}

async function examineHome({ home }: Config): Promise<Finding[]> {
  if (!existsSync(home.dir)) return [good('home', `${home.dir} is made at the first start`)];
  const open = [home.dir, home.token, home.cookieKey, home.database].filter(
    (file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0,
  );
  if (open.length === 0) return [good('home', `${home.dir} is private`)];
  const message = `Others on this machine can read ${open.join(', ')}.`;
  return [{ about: 'home', state: 'bad', message, next: `Run: chmod go-rwx ${open.join(' ')}` }];
}

async function examineMachine({ home }: Config): Promise<Finding[]> {
  const limits = SystemLimits.parse({});
  const dir = existsSync(home.dir) ? home.dir : '/';
  const { freeDiskMb, freeMemoryMb } = await readMachine({ run, dir });
  const judge = (about: string, free: number, least: number): Finding => ({
    about,
    state: free < least ? 'bad' : 'good',
    message: `${Math.round(free)} MB are free`,
    next: `No agent is started below ${least} MB. Make room.`,
  });
  return [
    judge('disk', freeDiskMb, limits.minFreeDiskMb),
    judge('memory', freeMemoryMb, limits.minFreeMemoryMb),
  ];
}

async function examineDatabase({ home }: Config): Promise<Finding[]> {
  if (!existsSync(home.database)) return [good('database', 'is made at the first start')];
  const { trouble, migration } = checkDatabase(home.database);
  if (trouble === null) return [good('database', `sound, schema ${migration ?? 'unknown'}`)];
  const next = `Restore a backup: npm run factory -- restore <a file of ${home.backups}>`;
  return [{ about: 'database', state: 'bad', message: trouble, next }];
}

async function examineServer({ url }: Config): Promise<Finding[]> {
  const version = await readServerVersion(url);
  if (version !== null) return [good('server', `version ${version} answers at ${url}`)];
  const next = 'Start it: npm start (with PORT set if yours runs on another one)';
  return [{ about: 'server', state: 'warning', message: `No server answers at ${url}`, next }];
}
