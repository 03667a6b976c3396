import { initTRPC, TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import superjson from 'superjson';
import { ZodError } from 'zod';
import { type ErrorCode, FactoryError, toFactoryError } from '@/backend/domain/errors';
import type { Deps } from '@/backend/services/deps';
import { speakPlainly } from '@/shared/say_mistake';

speakPlainly();

/** Requests reach tRPC only through the guard, so whoever is here is the owner. */
export type Context = { deps: Deps };

const CODES: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  BAD_INPUT: 'BAD_REQUEST',
  NOT_SIGNED_IN: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  ALREADY_EXISTS: 'CONFLICT',
  WRONG_STATE: 'PRECONDITION_FAILED',
  STALE: 'CONFLICT',
  CONFLICT: 'CONFLICT',
  LIMIT_REACHED: 'TOO_MANY_REQUESTS',
  READ_ONLY: 'FORBIDDEN',
  MISSING_TOOL: 'PRECONDITION_FAILED',
  NOT_LOGGED_IN: 'PRECONDITION_FAILED',
  BUSY: 'SERVICE_UNAVAILABLE',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  TIMED_OUT: 'TIMEOUT',
  INTERNAL: 'INTERNAL_SERVER_ERROR',
};

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 15_000 } },
  errorFormatter({ shape, error }) {
    const { code, message, next, fields } = describeError(error);
    return { ...shape, message, data: { ...shape.data, factory: { code, message, next, fields } } };
  },
});

/** Gives every failure our own code before it leaves; only unexpected ones are worth a line in the log. */
const mapErrors = t.middleware(async ({ ctx, next, path }) => {
  const result = await next();
  // tRPC's own refusals (no such procedure, a body too large) have their code already.
  if (result.ok || result.error.code !== 'INTERNAL_SERVER_ERROR') return result;
  const failure = toFactoryError(result.error.cause ?? result.error);
  if (failure.code === 'INTERNAL') ctx.deps.log.error({ err: result.error, path }, 'a request failed');
  throw new TRPCError({ code: CODES[failure.code], message: failure.sentence, cause: failure });
});

/** A second server on the same database shows everything and changes nothing: two hands on one lever confuse people. */
const refuseWhileLookingOn = t.middleware(({ ctx, next, type }) => {
  const lease = ctx.deps.reconciler?.current?.lease();
  if (type !== 'mutation' || !lease?.heldByOther) return next();
  throw new FactoryError(
    'READ_ONLY',
    `Another server (${lease.holder}) is in charge, so this one only shows what happens.`,
    'Use the other one, or stop it: this one takes over within ten seconds.',
  );
});

export const router = t.router;
export const procedure = t.procedure.use(mapErrors).use(refuseWhileLookingOn);

type Described = { code: ErrorCode; message: string; next: string; fields: Record<string, string> };

function describeError(error: TRPCError): Described {
  if (error.cause instanceof ZodError) {
    const fields = Object.fromEntries(
      error.cause.issues.map((issue) => [issue.path.join('.'), issue.message]),
    );
    const message = error.cause.issues[0]?.message ?? 'The input is not right.';
    return { code: 'BAD_INPUT', message, next: 'Correct the marked fields.', fields };
  }
  if (error.cause instanceof FactoryError) {
    const { code, message, next, data } = error.cause;
    return { code, message, next, fields: typeof data.field === 'string' ? { [data.field]: message } : {} };
  }
  return {
    code: error.code === 'NOT_FOUND' ? 'NOT_FOUND' : 'BAD_INPUT',
    message: error.message,
    next: 'Reload the page: it may be older than the server.',
    fields: {},
  };
}
