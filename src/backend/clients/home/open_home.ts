import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { FactoryError } from '@/backend/domain/errors';
import type { HomePaths } from './read_config';

export type Home = {
  paths: HomePaths;
  /** Signs the owner's cookie; kept over restarts so that a restart signs nobody out. */
  cookieKey: Buffer;
  /** The link that lets a browser in works once: reading it is free, using it makes a new one. */
  currentToken(): string;
  rotateToken(): void;
  /** So that the command line finds a server on whatever port it was started. */
  rememberUrl(url: string): void;
};

/** Makes the data folder (0700) with its secrets (0600), or says why it cannot be used. */
export function openHome(paths: HomePaths): Home {
  try {
    for (const dir of [paths.dir, paths.backups, paths.logs, paths.worktrees, paths.agents]) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      chmodSync(dir, 0o700);
    }
    accessSync(paths.dir, constants.W_OK);
    const cookieKey = Buffer.from(
      readOrCreate(paths.cookieKey, () => randomBytes(32).toString('hex')),
      'hex',
    );
    readOrCreate(paths.token, newToken);
    return {
      paths,
      cookieKey,
      currentToken: () => readOrCreate(paths.token, newToken),
      rotateToken: () => writeSecret(paths.token, newToken()),
      rememberUrl: (url) => writeSecret(paths.url, url),
    };
  } catch (error) {
    throw new FactoryError(
      'READ_ONLY',
      `The data folder ${paths.dir} cannot be written.`,
      'Make it writable for you, or set FACTORY_HOME to a folder that is.',
      { cause: error },
    );
  }
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

function readOrCreate(file: string, make: () => string): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const text = make();
  writeSecret(file, text);
  return text;
}

/** By rename, so that a reader in another process never sees half of it. */
function writeSecret(file: string, text: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
