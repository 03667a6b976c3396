import { existsSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ClaudeContext } from './claude_context';

type Env = ClaudeContext['env'];

/** A longer folder name is cut by Claude Code and given a hash; we look it up by its beginning. */
export const LONGEST_FOLDER_NAME = 200;

export function homeDir(env: Env): string {
  return env.HOME ?? os.homedir();
}

function configDir(env: Env): string {
  return env.CLAUDE_CONFIG_DIR ?? path.join(homeDir(env), '.claude');
}

/** The file in which Claude Code keeps what its owner has agreed to. */
export function configFile(env: Env): string {
  const legacy = path.join(configDir(env), '.config.json');
  if (existsSync(legacy)) return legacy;
  return path.join(env.CLAUDE_CONFIG_DIR ?? homeDir(env), '.claude.json');
}

export function projectsDir(env: Env): string {
  return path.join(configDir(env), 'projects');
}

/** Claude Code knows a folder by its real path. */
export function realPath(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return path.resolve(dir);
  }
}

export function transcriptFolder(worktree: string): string {
  return realPath(worktree).replaceAll(/[^a-zA-Z0-9]/g, '-');
}
