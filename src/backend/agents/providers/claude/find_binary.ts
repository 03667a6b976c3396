import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import type { ClaudeContext } from './claude_context';
import { homeDir } from './config_paths';

/** The one that is named; else on PATH; else where its own installer puts it; else the copy that was installed with us. */
export async function findBinary(context: Pick<ClaudeContext, 'env' | 'rootDir'>): Promise<string | null> {
  const home = homeDir(context.env);
  const named = context.env.CLAUDE_PATH?.trim() ?? '';
  const onPath = (name: string) => foldersOfPath(context).map((dir) => path.join(dir, name));
  const candidates =
    named !== ''
      ? path.isAbsolute(named)
        ? [named]
        : onPath(named)
      : [
          ...onPath('claude'),
          path.join(home, '.local', 'bin', 'claude'),
          path.join(home, '.claude', 'local', 'claude'),
          path.join(ownFolder(context), 'claude'),
        ];
  for (const candidate of candidates) {
    if (await isProgram(candidate)) return candidate;
  }
  return null;
}

/** What a person types to run it in a terminal of theirs. */
export function wordFor(context: Pick<ClaudeContext, 'env' | 'rootDir'>, binary: string): string {
  const found = foldersOfPath(context).includes(path.dirname(binary));
  const word = found ? path.basename(binary) : binary;
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** npm puts our own programs first; they are not in the terminals of the user, whose Claude Code is to come before ours. */
function foldersOfPath(context: Pick<ClaudeContext, 'env' | 'rootDir'>): string[] {
  return (context.env.PATH ?? '')
    .split(path.delimiter)
    .filter((dir) => path.isAbsolute(dir) && path.resolve(dir) !== ownFolder(context));
}

function ownFolder({ rootDir }: Pick<ClaudeContext, 'rootDir'>): string {
  return path.join(rootDir, 'node_modules', '.bin');
}

export async function requireBinary(context: Pick<ClaudeContext, 'env' | 'rootDir'>): Promise<string> {
  const found = await findBinary(context);
  if (found !== null) return found;
  throw new FactoryError('MISSING_TOOL', 'Claude Code is not installed on this machine.', INSTALL);
}

/** Said on pages and in terminals alike. */
export const WHO_WAITS =
  'Agents that wait for it try again by themselves, or at once with Retry on the page of their task.';

export const INSTALL = `Install it with "npm install -g @anthropic-ai/claude-code", and run "claude" once to sign in. ${WHO_WAITS}`;

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
