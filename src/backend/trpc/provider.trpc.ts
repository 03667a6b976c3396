import { checkProviders } from '@/backend/services/provider/check_providers';
import { procedure, router } from './trpc';

export const providerRouter = router({
  /** The agent programs we can run, with their models and whether this machine has them. */
  list: procedure.query(({ ctx }) => checkProviders(ctx.deps)),
});
