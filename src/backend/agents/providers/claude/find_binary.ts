import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import type { ClaudeContext } from './claude_context';
import { homeDir } from './config_paths';

/** On PATH; else where its own installer puts it; else the copy that was installed with us. */
export async function findBinary(context: Pick<ClaudeContext, 'env' | 'rootDir'>): Promise<string | null> {
  const home = homeDir(context.env);
  const candidates = [
    ...(context.env.PATH ?? '')
      .split(path.delimiter)
      .filter((dir) => path.isAbsolute(dir))
      .map((dir) => path.join(dir, 'claude')),
    path.join(home, '.local', 'bin', 'claude'),
    path.join(home, '.claude', 'local', 'claude'),
    path.join(context.rootDir, 'node_modules', '.bin', 'claude'),
  ];
  for (const candidate of candidates) {
    if (await isProgram(candidate)) return candidate;
  }
  return null;
}

export async function requireBinary(context: Pick<ClaudeContext, 'env' | 'rootDir'>): Promise<string> {
  const found = await findBinary(context);
  if (found !== null) return found;
  throw new FactoryError('MISSING_TOOL', 'Claude Code is not installed on this machine.', INSTALL);
}

export const INSTALL =
  'Install it with "npm install -g @anthropic-ai/claude-code", run "claude" once to sign in, then press Retry.';

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
