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

export type Failure = { code: string; title: string; next: string; fields: Record<string, string> };

/** Any thrown thing as what happened, what to do, and messages for single form fields. */
export function describeFailure(thrown: unknown): Failure {
  const described = Described.safeParse(thrown);
  if (described.success) {
    const { code, message, next, fields } = described.data.data.factory;
    return { code, title: message, next, fields };
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
