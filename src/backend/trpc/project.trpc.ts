import { z } from 'zod';
import {
  getProject,
  getProjectBySlug,
  listProjects,
  setProjectArchived,
} from '@/backend/resource_accessors/project.accessor';
import { addProject } from '@/backend/services/project/add_project';
import { inspectFolder } from '@/backend/services/project/inspect_folder';
import { suggestFolders } from '@/backend/services/project/suggest_folders';
import { updateProject } from '@/backend/services/project/update_project';
import { Id } from '@/shared/id';
import { AddProject, UpdateProject } from '@/shared/project';
import { procedure, router } from './trpc';

export const projectRouter = router({
  add: procedure.input(AddProject).mutation(({ ctx, input }) => addProject(ctx.deps, input)),
  list: procedure
    .input(z.object({ archived: z.boolean().default(false) }).prefault({}))
    .query(({ ctx, input }) => listProjects(ctx.deps.store, input)),
  get: procedure
    .input(z.union([z.object({ id: Id }), z.object({ slug: z.string().max(100) })]))
    .query(({ ctx, input }) =>
      'id' in input ? getProject(ctx.deps.store, input.id) : getProjectBySlug(ctx.deps.store, input.slug),
    ),
  /** What a folder is, before it is added. */
  inspect: procedure
    .input(z.object({ path: z.string().max(4096) }))
    .query(({ ctx, input }) => inspectFolder(ctx.deps, input)),
  suggestFolders: procedure
    .input(z.object({ typed: z.string().max(4096) }))
    .query(({ input }) => suggestFolders(input)),
  update: procedure.input(UpdateProject).mutation(({ ctx, input }) => updateProject(ctx.deps, input)),
  archive: procedure
    .input(z.object({ id: Id, archived: z.boolean().default(true) }))
    .mutation(({ ctx, input }) =>
      ctx.deps.store.write((tx) => setProjectArchived(tx, input.id, input.archived)),
    ),
});
