import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@/backend/clients/home/read_config';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { listSessions } from '@/backend/resource_accessors/session.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { integrationName } from '@/backend/services/merge/integration_folder';
import { withFactory } from '../open_factory';
import { type Finding, good } from './finding';

/** What is there without a row, and what a row says is there and is not. */
export async function findOrphans({ home }: Config): Promise<Finding[]> {
  if (!existsSync(home.database)) return [];
  return withFactory(async ({ deps }) => {
    const [panes, sessions, tasks] = await Promise.all([
      deps.tmux.listSessions(),
      listSessions(deps.store, { open: true }),
      listTasks(deps.store, { limit: 100_000 }),
    ]);
    const markers = new Set(sessions.map(({ marker }) => marker));
    const strays = panes.filter(({ marker }) => marker !== null && !markers.has(marker));
    const lost = sessions.filter(({ marker }) => !panes.some((pane) => pane.marker === marker));
    const known = new Set(tasks.flatMap(foldersOf));
    const folders = worktreesIn(home.worktrees).filter((folder) => !known.has(folder));
    const gone = tasks.filter(
      (task) => task.preparedAt !== null && task.endedAt === null && !existsSync(task.worktreePath),
    );
    const findings = [
      finding(
        strays.map(({ name }) => name),
        'terminals run without a session',
        HEALS,
      ),
      finding(
        lost.map(({ tmuxName }) => tmuxName),
        'sessions have lost their terminal',
        HEALS,
      ),
      finding(
        gone.map(({ worktreePath }) => worktreePath),
        'worktrees of live tasks are missing',
        HEALS,
      ),
      finding(folders, 'folders belong to no task', 'Look into them, keep what you need, then delete them.'),
    ].flat();
    return findings.length === 0 ? [good('orphans', 'none')] : findings;
  });
}

/** Its worktree, and of an epic also the folder beside it in which its merges are tested. */
function foldersOf({ id, parentId, worktreePath }: Task): string[] {
  if (parentId !== null) return [worktreePath];
  return [worktreePath, path.join(path.dirname(worktreePath), integrationName(id))];
}

const HEALS = 'A running server heals this by itself within half a minute: npm start';

function finding(names: readonly string[], what: string, next: string): Finding[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');
  return [{ about: 'orphans', state: 'warning', message: `${names.length} ${what}: ${shown}`, next }];
}

/** <worktrees>/<project>/<task> */
function worktreesIn(dir: string): string[] {
  const folders = (at: string) =>
    existsSync(at)
      ? readdirSync(at, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => path.join(at, entry.name))
      : [];
  return folders(dir).flatMap(folders);
}
