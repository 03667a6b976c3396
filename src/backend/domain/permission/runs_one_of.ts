import { findInLine } from './find_in_line';

/** Whether a line of shell runs one of these, or may: what cannot be followed to its end is a matter for a person. */
export function lineRunsOneOf(line: string, beginnings: readonly string[]): boolean {
  return findInLine(line, beginnings) !== 'none';
}
