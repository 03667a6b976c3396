import { FactoryError } from '@/backend/domain/errors';
import { slugify } from '@/backend/domain/naming';
import { ProjectSettings } from '@/shared/project';
import type { Prisma, Project as ProjectRow } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';

export type Project = Omit<ProjectRow, 'settings'> & { settings: ProjectSettings };

export type NewProject = {
  id: string;
  name: string;
  repoPath: string;
  defaultBranch: string;
  remoteUrl: string | null;
  setupCommand: string | null;
  testCommand: string | null;
  cleanupCommand: string | null;
  settings: ProjectSettings;
};

export type ProjectChange = Partial<
  Pick<
    NewProject,
    'name' | 'defaultBranch' | 'remoteUrl' | 'setupCommand' | 'testCommand' | 'cleanupCommand' | 'settings'
  >
>;

export async function createProject(tx: Tx, input: NewProject): Promise<Project> {
  const rows = await tx.client.project.findMany({ select: { slug: true, repoPath: true, archivedAt: true } });
  const same = rows.find((row) => row.repoPath === input.repoPath);
  if (same) {
    throw new FactoryError(
      'ALREADY_EXISTS',
      `${input.repoPath} is already the project “${same.slug}”${same.archivedAt ? ' (archived)' : ''}.`,
      same.archivedAt ? 'Restore it on the projects page.' : 'Open that project instead.',
      { data: { slug: same.slug } },
    );
  }
  const row = await tx.client.project.create({
    data: {
      ...input,
      slug: slugify(input.name, new Set(rows.map((project) => project.slug))),
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  });
  tx.append({ kind: 'project.added', projectId: row.id, payload: { name: row.name, slug: row.slug } });
  return toProject(row);
}

export async function updateProject(tx: Tx, id: string, change: ProjectChange): Promise<Project> {
  await getProject(tx, id);
  const row = await tx.client.project.update({ where: { id }, data: { ...change, updatedAt: tx.now } });
  tx.append({ kind: 'project.updated', projectId: id, payload: { fields: Object.keys(change) } });
  return toProject(row);
}

/** Archived projects keep everything and start nothing. */
export async function setProjectArchived(tx: Tx, id: string, archived: boolean): Promise<Project> {
  const project = await getProject(tx, id);
  if ((project.archivedAt !== null) === archived) return project;
  const row = await tx.client.project.update({
    where: { id },
    data: { archivedAt: archived ? tx.now : null, updatedAt: tx.now },
  });
  tx.append({ kind: 'project.archived', projectId: id, payload: { archived } });
  return toProject(row);
}

/** Numbers of pull requests count up by project and are never used twice. */
export async function takePullRequestNumber(tx: Tx, id: string): Promise<number> {
  const row = await tx.client.project.update({ where: { id }, data: { nextPrNumber: { increment: 1 } } });
  return row.nextPrNumber - 1;
}

export const getProject = remembered(
  ['Project'],
  async (db, id: string): Promise<Project> =>
    found(await db.client.project.findUnique({ where: { id } }), id),
);

export async function getProjectBySlug(db: Db, slug: string): Promise<Project> {
  return found(await db.client.project.findUnique({ where: { slug } }), slug);
}

export async function listProjects(db: Db, filter: { archived: boolean }): Promise<Project[]> {
  const where: Prisma.ProjectWhereInput = filter.archived ? {} : { archivedAt: null };
  const rows = await db.client.project.findMany({ where, orderBy: { name: 'asc' } });
  return rows.map(toProject);
}

function found(row: ProjectRow | null, name: string): Project {
  if (row) return toProject(row);
  throw new FactoryError(
    'NOT_FOUND',
    `There is no project “${name}”.`,
    'Pick one from the list of projects.',
  );
}

function toProject(row: ProjectRow): Project {
  return { ...row, settings: ProjectSettings.parse(row.settings) };
}
