import path from 'node:path';
import { createProject, type Project } from '@/backend/resource_accessors/project.accessor';
import { AddProject } from '@/shared/project';
import type { Deps } from '../deps';
import { blamePath } from './blame_path';
import { checkDefaultBranch } from './check_default_branch';
import { folderOf } from './suggest_folders';

/** Takes a repository under our care. Nothing in it is touched; it is only looked at. */
export async function addProject(
  deps: Pick<Deps, 'store' | 'git' | 'newId'>,
  input: AddProject,
): Promise<Project> {
  const wanted = AddProject.parse(input);
  const repository = await blamePath(() => deps.git.inspectRepository({ path: folderOf(wanted.path) }));
  const defaultBranch = wanted.defaultBranch ?? repository.defaultBranch;
  await checkDefaultBranch(deps, { repo: repository.root, branch: defaultBranch });
  return deps.store.write((tx) =>
    createProject(tx, {
      id: deps.newId(),
      name: wanted.name || path.basename(repository.root).trim(),
      repoPath: repository.root,
      defaultBranch,
      remoteUrl: repository.originUrl,
      setupCommand: wanted.setupCommand ?? null,
      testCommand: wanted.testCommand ?? null,
      cleanupCommand: wanted.cleanupCommand ?? null,
      settings: wanted.settings,
    }),
  );
}
