import path from 'node:path';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import type { Deps } from '../deps';
import { blamePath } from './blame_path';
import { type GuessedCommands, guessCommands } from './guess_commands';
import { folderOf } from './suggest_folders';

export type InspectedFolder = GuessedCommands & {
  root: string;
  name: string;
  defaultBranch: string;
  branches: string[];
  remoteUrl: string | null;
  /** The project that this folder is already. */
  existing: { slug: string; name: string } | null;
};

/** What adding this folder would take it for. Nothing is written; a folder that will not do says why. */
export async function inspectFolder(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { path: string },
): Promise<InspectedFolder> {
  const folder = folderOf(input.path);
  return blamePath(async () => {
    const repository = await deps.git.inspectRepository({
      path: path.normalize(folder).replace(/(.)\/$/, '$1'),
    });
    const [commands, branches, projects] = await Promise.all([
      guessCommands(repository.root),
      deps.git.listBranches({ repo: repository.root }),
      listProjects(deps.store, { archived: true }),
    ]);
    const existing = projects.find((project) => project.repoPath === repository.root);
    return {
      ...commands,
      root: repository.root,
      name: path.basename(repository.root).trim(),
      defaultBranch: repository.defaultBranch,
      branches: branches.map((branch) => branch.name),
      remoteUrl: repository.originUrl,
      existing: existing ? { slug: existing.slug, name: existing.name } : null,
    };
  });
}
