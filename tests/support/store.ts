import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { newId } from '@/backend/clients/home/new_id';
import { createProject } from '@/backend/resource_accessors/project.accessor';
import { migrate } from '@/backend/resource_accessors/store/migrate';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store, Tx } from '@/backend/resource_accessors/store/store';
import { createTask, type NewTask, type Task } from '@/backend/resource_accessors/task.accessor';
import { ProjectSettings } from '@/shared/project';
import { TaskOptions } from '@/shared/task';

export const MIGRATIONS = path.resolve('prisma/migrations');

export type TestStore = { dir: string; file: string; store: Store; close(): Promise<void> };

/** A migrated database in a temp folder of its own. */
export async function openTestStore(clock: () => Date = () => new Date()): Promise<TestStore> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'factory-store-'));
  const file = path.join(dir, 'factory.db');
  await migrate({ file, migrationsDir: MIGRATIONS, backupsDir: path.join(dir, 'backups') });
  const store = await openStore({ file, clock });
  return {
    dir,
    file,
    store,
    async close() {
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export function addTestProject(tx: Tx, repoPath = `/repos/${newId()}`) {
  return createProject(tx, {
    id: newId(),
    name: path.basename(repoPath),
    repoPath,
    defaultBranch: 'main',
    remoteUrl: null,
    setupCommand: null,
    testCommand: null,
    cleanupCommand: null,
    settings: ProjectSettings.parse({}),
  });
}

export function addTestTask(tx: Tx, input: Pick<NewTask, 'projectId'> & Partial<NewTask>): Promise<Task> {
  const id = newId();
  const parentId = input.parentId ?? null;
  return createTask(tx, {
    id,
    parentId,
    title: `Task ${id.slice(0, 4)}`,
    description: 'Do it.',
    acceptanceCriteria: '',
    designDoc: '',
    state: parentId === null ? 'PLANNING' : 'PENDING',
    priority: 0,
    quick: false,
    planApproval: 'NOT_ASKED',
    options: TaskOptions.parse({}),
    branchName: `factoryfactory/task-${id.slice(0, 8)}`,
    baseBranch: 'main',
    worktreePath: `/worktrees/${id}`,
    ...input,
  });
}
