import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HomePaths } from './read_config';

/** What of ours is on the disk. Worktrees are counted, not measured: they are as large as the repositories are. */
export async function measureHome(home: HomePaths) {
  const [database, logs, backups, worktrees] = await Promise.all([
    sizeOf([home.database, `${home.database}-wal`]),
    // What commands of projects print lies one folder deeper, and is most of it.
    Promise.all([sizeOfFolder(home.logs), sizeOfFolder(path.join(home.logs, 'commands'))]).then(
      ([own, commands]) => own + commands,
    ),
    sizeOfFolder(home.backups),
    countWorktrees(home.worktrees),
  ]);
  return { dir: home.dir, database, logs, backups, worktrees };
}

async function sizeOfFolder(folder: string): Promise<number> {
  const names = await namesIn(folder);
  return sizeOf(names.map((name) => path.join(folder, name)));
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function countWorktrees(folder: string): Promise<number> {
  const projects = await namesIn(folder);
  const each = await Promise.all(projects.map((name) => namesIn(path.join(folder, name))));
  return each.flat().length;
}

/** Folders are made when something is put there. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
