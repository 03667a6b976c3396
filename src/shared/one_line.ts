import { z } from 'zod';

/** What moves a cursor, turns text around, or breaks a line where none is shown. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Words that are printed in terminals, prompts and lists: on one line, and nothing but words. */
export function oneLine(what: string) {
  return z
    .string()
    .trim()
    .refine((text) => !/[\r\n]/.test(text), `Keep the ${what} on one line.`)
    .refine(
      (text) => /[\r\n]/.test(text) || !CONTROLS.test(text),
      `Leave control characters out of the ${what}.`,
    );
}
