import { measureHome } from '@/backend/clients/home/measure_home';
import { readLogTail } from '@/backend/clients/home/read_log_tail';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { listForges } from '@/backend/services/forge/list_forges';
import { readCharge } from '@/backend/services/orchestrator/read_charge';
import { readTriggers } from '@/backend/services/orchestrator/read_triggers';
import { ReadLog } from '@/shared/system';
import { procedure, router } from './trpc';

export const systemRouter = router({
  /** Whether this server may act, and whether any does. Cheap, because every open page asks. */
  charge: procedure.query(({ ctx }) => readCharge(ctx.deps)),
  /** What is wrong with the whole; for the dot that every page shows. */
  troubles: procedure.query(({ ctx }) =>
    listConditions(ctx.deps.store, { subjectKind: 'SYSTEM', status: true }),
  ),
  triggers: procedure.query(({ ctx }) => readTriggers(ctx.deps)),
  forges: procedure.query(({ ctx }) => listForges(ctx.deps)),
  storage: procedure.query(({ ctx }) => measureHome(ctx.deps.home)),
  vitals: procedure.query(({ ctx }) => ctx.deps.vitals?.read() ?? []),
  log: procedure
    .input(ReadLog.prefault({}))
    .query(({ ctx, input }) => readLogTail({ dir: ctx.deps.home.logs, ...input })),
});
