import { z } from 'zod';
import { readCards } from '@/backend/resource_accessors/read/read_cards';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

export const boardRouter = router({
  cards: procedure
    .input(z.object({ projectId: Id }))
    .query(({ ctx, input }) => readCards(ctx.deps.store, { projectId: input.projectId })),
});
