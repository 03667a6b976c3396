import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';
import { TMUX_CONFIG } from './config';
import { nothingBut } from './environment';
import { tmuxFailure } from './failure';
import type { Tmux } from './tmux';
import { checkVersionText, tmuxIsMissing } from './version';

const PATIENCE_MS = 20_000;

type Input = { run: Run; socketPath: string; configPath: string; env: Record<string, string> };

/** Calls to our server, each checked: tmux present and new enough, our own config, our own environment. */
export function createCall(input: Input): {
  call: Tmux['call'];
  checkVersion(): Promise<{ version: string }>;
} {
  const env = nothingBut(input.env);

  async function runTmux(
    args: readonly string[],
    options: { input?: string; cwd?: string; maxBytes?: number },
  ) {
    try {
      return await input.run('tmux', args, {
        ...options,
        // tmux trusts PWD over the real folder, so that a path through a link stays as it was given.
        env: { ...env, PWD: options.cwd },
        cwd: options.cwd ?? '/',
        timeoutMs: PATIENCE_MS,
      });
    } catch (thrown) {
      if (thrown instanceof FactoryError && thrown.code === 'MISSING_TOOL') throw tmuxIsMissing(thrown);
      throw thrown;
    }
  }

  async function checkVersion() {
    const result = await runTmux(['-V'], {});
    if (result.code !== 0) throw tmuxFailure(result);
    return checkVersionText(result.stdout);
  }

  // Once it has worked; a failure is tried again, since the person may have installed tmux meanwhile.
  let ready: Promise<void> | null = null;
  async function prepare(): Promise<void> {
    await checkVersion();
    await mkdir(path.dirname(input.socketPath), { recursive: true, mode: 0o700 });
    await writeConfig(input.configPath);
  }
  function ensureReady(): Promise<void> {
    ready ??= prepare().catch((thrown: unknown) => {
      ready = null;
      throw thrown;
    });
    return ready;
  }

  return {
    checkVersion,
    async call({ args, ...options }) {
      await ensureReady();
      const result = await runTmux(['-u', '-S', input.socketPath, '-f', input.configPath, ...args], options);
      if (result.code !== 0) {
        // Someone may have deleted our file together with the server; the next call finds it again.
        await writeConfig(input.configPath);
        throw tmuxFailure(result);
      }
      return result.stdout;
    },
  };
}

async function writeConfig(file: string): Promise<void> {
  const present = await readFile(file, 'utf8').catch(() => null);
  if (present === TMUX_CONFIG) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, TMUX_CONFIG, { mode: 0o600 });
  await rename(draft, file);
}
