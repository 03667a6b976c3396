import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import { listProjects, type Project } from '@/backend/resource_accessors/project.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '@/backend/services/deps';

/** By its short name, its id, or the path of its repository. */
export async function findProject(deps: Pick<Deps, 'store'>, word: string): Promise<Project> {
  const projects = await listProjects(deps.store, { archived: false });
  const where = path.resolve(word);
  const found = projects.find(
    (project) => project.slug === word || project.id === word || project.repoPath === where,
  );
  if (found !== undefined) return found;
  const names = projects.map((project) => project.slug).join(', ');
  throw new FactoryError(
    'NOT_FOUND',
    `There is no project “${word}”.`,
    names === '' ? 'Add one in the app first.' : `There are: ${names}.`,
  );
}

/** By its id or the first characters of it. */
export async function findTask(deps: Pick<Deps, 'store'>, word: string): Promise<Task> {
  const tasks = await listTasks(deps.store, { limit: 100_000 });
  const found = tasks.filter((task) => task.id.startsWith(word));
  const [task, other] = found;
  if (task !== undefined && (other === undefined || task.id === word)) return task;
  throw new FactoryError(
    'NOT_FOUND',
    task === undefined
      ? `There is no task whose id begins with “${word}”.`
      : `${found.length} tasks begin with “${word}”.`,
    task === undefined ? 'List them: npm run factory -- tasks' : 'Give more of the id.',
  );
}
