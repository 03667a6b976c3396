import { z } from 'zod';
import { readMachine } from '@/backend/clients/machine/read_machine';
import { FactoryError } from '@/backend/domain/errors';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { listExecutions } from '@/backend/resource_accessors/execution.accessor';
import { readHealth } from '@/backend/services/orchestrator/read_health';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { deleteTask } from '@/backend/services/task/delete_task';
import { pauseTask } from '@/backend/services/task/pause_task';
import { resumeTask } from '@/backend/services/task/resume_task';
import { retryTask } from '@/backend/services/task/retry_task';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

const OneTask = z.object({ taskId: Id });
const Note = z.string().trim().max(2000).optional();
const SubjectKind = z.enum(['SYSTEM', 'PROJECT', 'TASK', 'AGENT']);

/** The levers of a task, and what the reconciler has to say about it. */
export const controlRouter = router({
  pause: procedure.input(OneTask).mutation(({ ctx, input }) => pauseTask(ctx.deps, input)),
  resume: procedure.input(OneTask).mutation(({ ctx, input }) => resumeTask(ctx.deps, input)),
  cancel: procedure
    .input(OneTask.extend({ reason: Note }))
    .mutation(({ ctx, input }) => cancelTask(ctx.deps, input)),
  retry: procedure
    .input(OneTask.extend({ note: Note }))
    .mutation(({ ctx, input }) => retryTask(ctx.deps, input)),
  delete: procedure.input(OneTask).mutation(({ ctx, input }) => deleteTask(ctx.deps, input)),
  /** What happens next. Without a key: everything. */
  plan: procedure
    .input(z.object({ key: z.string().max(100).optional() }).prefault({}))
    .query(({ ctx, input }) => {
      const handle = ctx.deps.reconciler?.current;
      if (!handle) {
        throw new FactoryError(
          'UNAVAILABLE',
          'This process does not run the reconciler, so it cannot say what happens next.',
          'Ask the server that does, or run: npm run factory -- plan',
        );
      }
      return handle.plan(input.key);
    }),
  conditions: procedure
    .input(
      z
        .object({
          subjectKind: SubjectKind.optional(),
          subjectIds: z.array(z.string().max(100)).max(500).optional(),
          /** Absent: also those that no longer hold. */
          status: z.boolean().optional(),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => listConditions(ctx.deps.store, input)),
  executions: procedure
    .input(z.object({ taskIds: z.array(Id).max(500) }))
    .query(({ ctx, input }) => listExecutions(ctx.deps.store, input)),
  health: procedure.query(({ ctx }) => readHealth(ctx.deps)),
  /** What is left of memory and disk. */
  machine: procedure.query(({ ctx }) => readMachine({ run: ctx.deps.run, dir: ctx.deps.home.dir })),
});
