import { z } from 'zod';
import { readCards } from '@/backend/resource_accessors/read/read_cards';
import { readTaskDetail } from '@/backend/resource_accessors/read/read_task_detail';
import { readChanges } from '@/backend/services/task/read_changes';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

const OneTask = z.object({ taskId: Id });

export const epicRouter = router({
  /** The epic and its subtasks as cards. */
  cards: procedure
    .input(z.object({ epicId: Id }))
    .query(({ ctx, input }) => readCards(ctx.deps.store, { epicId: input.epicId })),
  card: procedure
    .input(OneTask)
    .query(async ({ ctx, input }) => (await readCards(ctx.deps.store, { taskId: input.taskId }))[0] ?? null),
  /** Texts, agents, pull requests, conditions and attempts of one task; of an epic with those of its subtasks. */
  detail: procedure.input(OneTask).query(async ({ ctx, input }) => ({
    ...(await readTaskDetail(ctx.deps.store, input.taskId)),
    /** For the command that attaches a terminal of one's own to a session. */
    tmuxSocket: ctx.deps.home.tmuxSocket,
  })),
  changes: procedure.input(OneTask).query(({ ctx, input }) => readChanges(ctx.deps, input)),
});
