import { z } from 'zod';
import { startSample } from '@/backend/services/sample/start_sample';
import { ScenarioSpeed } from '@/shared/scenario';
import { procedure, router } from './trpc';

export const sampleRouter = router({
  /** A sample repository and an epic that practice agents work on, for a first look. */
  start: procedure
    .input(z.object({ speed: ScenarioSpeed.default('pleasant') }).prefault({}))
    .mutation(({ ctx, input }) => startSample(ctx.deps, input)),
});
