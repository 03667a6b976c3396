import { z } from 'zod';

/**
 * Why something was refused or failed. Closed on purpose: each transport maps every code with a `Record`,
 * so a new code does not compile until every transport knows what to answer.
 */
export const ErrorCode = z.enum([
  'BAD_INPUT',
  'NOT_SIGNED_IN',
  'FORBIDDEN',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'WRONG_STATE',
  'STALE',
  'CONFLICT',
  'LIMIT_REACHED',
  'READ_ONLY',
  'MISSING_TOOL',
  'NOT_LOGGED_IN',
  'BUSY',
  'UNAVAILABLE',
  'TIMED_OUT',
  'INTERNAL',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

type Details = { cause?: unknown; data?: Record<string, unknown> };

/** The only error we throw on purpose. `message` says what happened, `next` what to do about it. */
export class FactoryError extends Error {
  override readonly name = 'FactoryError';
  readonly data: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly next: string,
    details: Details = {},
  ) {
    super(message, { cause: details.cause });
    this.data = details.data ?? {};
  }

  /** One line for people and models: what happened, then what to do. */
  get sentence(): string {
    return this.next === '' ? this.message : `${this.message} ${this.next}`;
  }
}

/** Turns whatever was thrown into one of ours, keeping the cause. */
export function toFactoryError(thrown: unknown): FactoryError {
  if (thrown instanceof FactoryError) return thrown;
  return new FactoryError(
    'INTERNAL',
    `Unexpected failure: ${messageOf(thrown)}.`,
    'Try again; if it keeps happening, look at the server log.',
    { cause: thrown },
  );
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
