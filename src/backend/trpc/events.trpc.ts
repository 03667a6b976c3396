import { tracked } from '@trpc/server';
import { z } from 'zod';
import { procedure, router } from './trpc';

const Tail = z.object({
  /** Where to go on. Absent: from now. */
  afterSeq: z.int().min(0).optional(),
  /** What the browser saw last, filled in by the client when it reconnects by itself. */
  lastEventId: z.string().regex(/^\d+$/).nullish(),
});

export const eventsRouter = router({
  tail: procedure.input(Tail.prefault({})).subscription(async function* ({ ctx, input, signal }) {
    const { tail } = ctx.deps.store;
    const after = input.lastEventId ? Number(input.lastEventId) : (input.afterSeq ?? tail.last());
    for await (const event of tail.follow(after, signal ?? new AbortController().signal)) {
      yield tracked(String(event.seq), event);
    }
  }),
  /** The fallback for a browser whose stream is down, and how a page learns where to start. */
  since: procedure
    .input(z.object({ afterSeq: z.int().min(0).optional() }).prefault({}))
    .query(({ ctx, input }) => {
      const { tail } = ctx.deps.store;
      const lastSeq = tail.last();
      return { lastSeq, events: input.afterSeq === undefined ? [] : tail.read(input.afterSeq, 1000) };
    }),
});
