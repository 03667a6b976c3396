import { z } from 'zod';
import { readSpending } from '@/backend/resource_accessors/read/read_spending';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

export const usageRouter = router({
  /** Hour by hour. */
  epic: procedure
    .input(z.object({ epicId: Id }))
    .query(({ ctx, input }) => readSpending(ctx.deps.store, input)),
});
