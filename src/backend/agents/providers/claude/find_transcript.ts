import { readdirSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LaunchContext } from '../provider';
import type { ClaudeContext } from './claude_context';
import { LONGEST_FOLDER_NAME, projectsDir, transcriptFolder } from './config_paths';

type Of = Pick<LaunchContext, 'agent' | 'worktree'>;

export function transcriptPath(env: ClaudeContext['env'], of: Of): string {
  const dir = projectsDir(env);
  const folder = transcriptFolder(of.worktree);
  return path.join(dir, cutName(dir, folder), `${of.agent.providerSessionId}.jsonl`);
}

/** In a folder of the conversation's name beside its file. */
export async function helperTranscripts(main: string): Promise<string[]> {
  const dir = path.join(main.replace(/\.jsonl$/, ''), 'subagents');
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(dir, name));
}

/**
 * Only a file with something said in it can be gone on with. A session that is killed in its first moment leaves a
 * file that holds its title alone: `--resume` finds no conversation in it, `--session-id` calls the id taken.
 */
export async function hasConversation(env: ClaudeContext['env'], of: Of): Promise<boolean> {
  const text = await readFile(transcriptPath(env, of), 'utf8').catch(() => '');
  return text.split('\n').some((line) => /"type":"(?:user|assistant)"/.test(line));
}

/** Frees the id for a new start, where nothing was said under it. */
export async function clearEmptyTranscript(env: ClaudeContext['env'], of: Of): Promise<void> {
  if (!(await hasConversation(env, of))) await rm(transcriptPath(env, of), { force: true });
}

function cutName(dir: string, folder: string): string {
  if (folder.length <= LONGEST_FOLDER_NAME) return folder;
  const beginning = folder.slice(0, LONGEST_FOLDER_NAME);
  try {
    return readdirSync(dir).find((name) => name.startsWith(`${beginning}-`)) ?? beginning;
  } catch {
    return beginning;
  }
}
