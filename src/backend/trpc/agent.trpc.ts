import { z } from 'zod';
import { readAgents } from '@/backend/resource_accessors/read/read_agents';
import { restartAgent } from '@/backend/services/agent/restart_agent';
import { readScreens } from '@/backend/services/session/read_screens';
import { Id } from '@/shared/id';
import { procedure, router } from './trpc';

export const agentRouter = router({
  list: procedure
    .input(z.object({ projectId: Id }))
    .query(({ ctx, input }) => readAgents(ctx.deps.store, input)),
  /** What these sessions show right now. */
  screens: procedure
    .input(z.object({ sessionIds: z.array(Id).max(200) }))
    .query(({ ctx, input }) => readScreens(ctx.deps, input)),
  /** Its session ends and begins again, in the same conversation. */
  restart: procedure
    .input(z.object({ agentId: Id }))
    .mutation(({ ctx, input }) => restartAgent(ctx.deps, input)),
  /** For the command that attaches a terminal of one's own. */
  socket: procedure.query(({ ctx }) => ctx.deps.home.tmuxSocket),
});
