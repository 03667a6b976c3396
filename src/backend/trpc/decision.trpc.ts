import { listDecisionPage } from '@/backend/services/decision/list_decision_page';
import { ListDecisions } from '@/shared/decision';
import { procedure, router } from './trpc';

export const decisionRouter = router({
  list: procedure
    .input(ListDecisions.prefault({}))
    .query(({ ctx, input }) => listDecisionPage(ctx.deps, input)),
});
