import { z } from 'zod';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import { createEpic } from '@/backend/services/task/create_epic';
import { Id } from '@/shared/id';
import { CreateTask, ListTasks } from '@/shared/task';
import { procedure, router } from './trpc';

export const taskRouter = router({
  create: procedure.input(CreateTask).mutation(({ ctx, input }) => createEpic(ctx.deps, input)),
  list: procedure.input(ListTasks).query(({ ctx, input }) => listTasks(ctx.deps.store, input)),
  get: procedure.input(z.object({ id: Id })).query(({ ctx, input }) => getTask(ctx.deps.store, input.id)),
});
