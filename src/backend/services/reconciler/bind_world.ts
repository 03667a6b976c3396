import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readMachine } from '@/backend/clients/machine/read_machine';
import { endLeftCommands } from '../command/end_left_commands';
import type { Deps } from '../deps';
import { coalesce } from './coalesce';
import type { ReconcilerPorts } from './ports';

/** The reconciler's own eyes: folders, branches, processes, the machine. The rest of its ports are other parts' verbs. */
export function bindWorldPorts(
  deps: Pick<Deps, 'git' | 'home' | 'run'>,
): Pick<
  ReconcilerPorts,
  'worktreeExists' | 'agentFilesExist' | 'listBranches' | 'branchExists' | 'readMachine' | 'endLeftCommands'
> {
  const branches = new Map<string, () => Promise<Set<string>>>();
  return {
    // A folder without this file is no worktree any more, whatever else is left in it.
    worktreeExists: (folder) => exists(path.join(folder, '.git')),
    agentFilesExist: (agentId) => exists(path.join(deps.home.agents, agentId)),
    listBranches(repo) {
      const look = branches.get(repo) ?? coalesce(() => listOurs(deps, repo));
      branches.set(repo, look);
      return look();
    },
    branchExists: async (branch) => (await deps.git.branchSha(branch)) !== null,
    readMachine: coalesce(() => readMachine({ run: deps.run, dir: deps.home.dir })),
    endLeftCommands: () => endLeftCommands(deps),
  };
}

async function listOurs(deps: Pick<Deps, 'git'>, repo: string): Promise<Set<string>> {
  const found = await deps.git.listBranches({ repo, prefix: 'factoryfactory/' });
  return new Set(found.map((branch) => branch.name));
}

/** They lie beside the database, which is read in the same way; the detour over a thread costs ten times as much. */
async function exists(file: string): Promise<boolean> {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
