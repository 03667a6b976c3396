import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { realPath } from './config_paths';

const UserConfig = z.looseObject({
  hasCompletedOnboarding: z.boolean().optional(),
  customApiKeyResponses: z
    .looseObject({ approved: z.array(z.string()).optional(), rejected: z.array(z.string()).optional() })
    .optional(),
  projects: z.record(z.string(), z.looseObject({})).optional(),
});
type UserConfig = z.infer<typeof UserConfig>;

const LOCK_STALE_MS = 10_000;
const LOCK_WAIT_MS = 20_000;

/**
 * Settles the questions that Claude Code would put on the screen before it works in this folder. The file is its
 * owner's: one entry is added for this worktree, everything else stays as it is, and Claude Code's own lock is held.
 * Onboarding is only set where it was never gone through although a key in the environment makes it needless.
 */
export async function acceptTrust(file: string, worktree: string): Promise<void> {
  const folder = realPath(worktree);
  if (isSettled(await readUserConfig(file), folder)) return;
  await mkdir(path.dirname(file), { recursive: true });
  await withLock(file, async () => {
    const config = await readUserConfig(file);
    if (isSettled(config, folder)) return;
    const projects = config.projects ?? {};
    await replace(file, {
      ...config,
      hasCompletedOnboarding: true,
      projects: { ...projects, [folder]: { ...projects[folder], hasTrustDialogAccepted: true } },
    });
  });
}

export async function readUserConfig(file: string): Promise<UserConfig> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return UserConfig.parse(JSON.parse(text));
  } catch (cause) {
    throw new FactoryError(
      'WRONG_STATE',
      `${file} cannot be read as the settings of Claude Code.`,
      'Run "claude" once in a terminal: it repairs the file or says what is wrong with it.',
      { cause },
    );
  }
}

function isSettled(config: UserConfig, folder: string): boolean {
  return config.hasCompletedOnboarding === true && config.projects?.[folder]?.hasTrustDialogAccepted === true;
}

async function replace(file: string, config: UserConfig): Promise<void> {
  const target = realPath(file);
  const mode = (await stat(target).catch(() => null))?.mode ?? 0o600;
  const draft = `${target}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: mode & 0o777 });
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The same lock that Claude Code takes: a folder beside the file, stale when nobody has renewed it. */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const lock = `${realPath(file)}.lock`;
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (!(await tryLock(lock))) {
    if (Date.now() > deadline) {
      throw new FactoryError(
        'BUSY',
        `${file} is locked by another program.`,
        `Close other programs of Claude Code, or remove ${lock} if none is running.`,
      );
    }
    await sleep(50);
  }
  try {
    await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const held = await stat(lock).catch(() => null);
    if (held !== null && Date.now() - held.mtimeMs > LOCK_STALE_MS) {
      await rmdir(lock).catch(() => undefined);
    }
    return false;
  }
}
