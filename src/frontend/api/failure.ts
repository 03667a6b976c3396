import { z } from 'zod';

/** What the server's error formatter sends with every failure. */
const Described = z.object({
  data: z.object({
    factory: z.object({
      code: z.string(),
      message: z.string(),
      next: z.string(),
      fields: z.record(z.string(), z.string()),
    }),
  }),
});

/** What stands at the server's door sends instead of an answer, before it knows who asks. */
const TurnedAway = z.object({
  meta: z.object({
    response: z.object({ status: z.number() }),
    responseJSON: z.object({ ok: z.literal(false), message: z.string(), next: z.string() }),
  }),
});

const CODE_OF_STATUS = new Map([
  [401, 'NOT_SIGNED_IN'],
  [429, 'BUSY'],
]);

export type Failure = { code: string; title: string; next: string; fields: Record<string, string> };

/** Any thrown thing as what happened, what to do, and messages for single form fields. */
export function describeFailure(thrown: unknown): Failure {
  const described = Described.safeParse(thrown);
  if (described.success) {
    const { code, message, next, fields } = described.data.data.factory;
    return { code, title: message, next, fields };
  }
  const turnedAway = TurnedAway.safeParse(thrown);
  if (turnedAway.success) {
    const { response, responseJSON: said } = turnedAway.data.meta;
    const code = CODE_OF_STATUS.get(response.status) ?? 'REFUSED';
    return { code, title: said.message, next: said.next, fields: {} };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (UNREACHABLE.test(message)) {
    return {
      code: 'UNREACHABLE',
      title: 'The server does not answer.',
      next: 'Agents keep working without it. Start it again with npm start; this page reconnects by itself.',
      fields: {},
    };
  }
  return {
    code: 'INTERNAL',
    title: `Unexpected failure: ${message}`,
    next: 'Try again; if it keeps happening, look at the server log.',
    fields: {},
  };
}

/** A request that never got an answer of ours: refused, cut off, or answered by something else. */
const UNREACHABLE =
  /failed to fetch|networkerror|load failed|unexpected token|unexpected end of json|unable to transform/i;
