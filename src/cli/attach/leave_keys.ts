export type LeaveKeys = {
  /** As one says it to a person. */
  words: string;
  /** Where in what was typed they were asked for; -1 when not at all. */
  find(typed: string): number;
};

// A terminal may report a key with its modifiers as a number: CSI 99 ; 5 u, or CSI 27 ; 5 ; 99 ~.
const CTRL_C = '\\u0003|\\u001b\\[99;5u|\\u001b\\[27;5;99~';
const CTRL_BRACKET = '\\u001d|\\u001b\\[93;5u|\\u001b\\[27;5;93~';

/** Whoever only looks types to nobody. A q behind an escape is what a terminal says about itself. */
const LOOKING: LeaveKeys = { words: 'q or Ctrl-C', find: finder(`^[^\\u001b]*q|${CTRL_C}`) };

/** Whoever types needs every key that a program may want, and no program of an agent wants this one. */
const TYPING: LeaveKeys = { words: 'Ctrl-]', find: finder(CTRL_BRACKET) };

export const LEAVE_KEYS = { read: LOOKING, write: TYPING };

function finder(pattern: string): LeaveKeys['find'] {
  const keys = new RegExp(pattern);
  return (typed) => typed.search(keys);
}
