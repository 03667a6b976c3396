import { z } from 'zod';
import { countInbox, readInbox } from '@/backend/resource_accessors/read/read_inbox';
import { answerEscalation } from '@/backend/services/escalation/answer_escalation';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

export const inboxRouter = router({
  list: procedure
    .input(z.object({ projectId: Id.optional() }).prefault({}))
    .query(({ ctx, input }) => readInbox(ctx.deps.store, input)),
  /** The human's answer to a question; the agent that asked goes on with it. */
  answer: procedure
    .input(
      z.object({
        id: Id,
        answer: z.string().min(1, 'Choose an answer.').max(4000),
        note: z.string().trim().max(4000).nullable().default(null),
      }),
    )
    .mutation(({ ctx, input }) => answerEscalation(ctx.deps, input)),
  count: procedure.query(({ ctx }) => countInbox(ctx.deps.store)),
});
