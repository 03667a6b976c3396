import { z } from 'zod';
import { approvePlan } from '@/backend/services/plan/approve_plan';
import { editPlan } from '@/backend/services/plan/edit_plan';
import { readPlan } from '@/backend/services/plan/read_plan';
import { Id } from '@/shared/id';
import { ApprovePlan, EditPlan } from '@/shared/plan';
import { procedure, router } from './trpc';

export const planRouter = router({
  get: procedure
    .input(z.object({ epicId: Id }))
    .query(({ ctx, input }) => readPlan(ctx.deps.store, input.epicId)),
  edit: procedure.input(EditPlan).mutation(({ ctx, input }) => editPlan(ctx.deps, input)),
  approve: procedure.input(ApprovePlan).mutation(({ ctx, input }) => approvePlan(ctx.deps, input)),
});
