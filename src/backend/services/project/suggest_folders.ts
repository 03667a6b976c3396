import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export type FolderSuggestion = { path: string; isRepository: boolean };

const MOST = 40;

/** Folders that what was typed so far could become, repositories first. A folder that cannot be read has none. */
export async function suggestFolders(input: { typed: string }): Promise<FolderSuggestion[]> {
  const typed = expandTilde(input.typed.trimStart());
  if (typed !== '' && !path.isAbsolute(typed)) return [];
  const whole = typed === '' ? `${os.homedir()}/` : typed;
  const parent = whole.endsWith('/') ? whole : path.dirname(whole);
  const start = whole.endsWith('/') ? '' : path.basename(whole).toLowerCase();
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .filter((entry) => entry.name.toLowerCase().startsWith(start))
    .filter((entry) => start.startsWith('.') || !entry.name.startsWith('.'))
    .slice(0, 500)
    .map((entry) => path.join(parent, entry.name))
    .map((folder) => ({ path: folder, isRepository: existsSync(path.join(folder, '.git')) }))
    .sort((a, b) => Number(b.isRepository) - Number(a.isRepository) || a.path.localeCompare(b.path))
    .slice(0, MOST);
}

/** The folder that somebody means. A space at the end belongs to its name when there is such a folder, else it was pasted along. */
export function folderOf(typed: string): string {
  const whole = expandTilde(typed.trimStart());
  return existsSync(whole) ? whole : expandTilde(typed.trim());
}

/** People write `~/code/app`; git does not understand it. */
function expandTilde(typed: string): string {
  return typed === '~' || typed.startsWith('~/') ? path.join(os.homedir(), typed.slice(1)) : typed;
}
