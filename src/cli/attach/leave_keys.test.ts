import { expect, it } from 'vitest';
import { LEAVE_KEYS } from './leave_keys';

it.each([
  ['read', 'q', 0],
  ['read', 'xq', 0],
  ['read', 'x', -1],
  ['read', '\u0003', 0],
  ['read', '\u001b[99;5u', 0],
  ['read', '\u001bP>|qterm 1\u001b\\', -1],
  ['read', '\u001b[A', -1],
  ['write', 'q', -1],
  ['write', '\u0003', -1],
  ['write', '\u001b', -1],
  ['write', 'last words\u001d', 10],
  ['write', '\u001b[27;5;93~', 0],
] as const)('in mode %s, %j leaves at %i', (mode, typed, at) => {
  expect(LEAVE_KEYS[mode].find(typed)).toBe(at);
});
