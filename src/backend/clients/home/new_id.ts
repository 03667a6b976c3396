import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 24;

/** A random id: 24 characters, the first a letter, no time in it. */
export function newId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      const set = id.length === 0 ? LETTERS : ALPHABET;
      // Bytes past the last whole multiple would favour the first characters.
      if (byte < Math.floor(256 / set.length) * set.length) id += set[byte % set.length];
      if (id.length === LENGTH) break;
    }
  }
  return id;
}
