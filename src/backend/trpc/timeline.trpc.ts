import { z } from 'zod';
import { readTimeline } from '@/backend/resource_accessors/read/read_timeline';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

export const timelineRouter = router({
  list: procedure
    .input(
      z.object({
        taskId: Id.optional(),
        epicId: Id.optional(),
        beforeSeq: z.int().min(1).optional(),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .query(({ ctx, input }) => readTimeline(ctx.deps.store, input)),
});
