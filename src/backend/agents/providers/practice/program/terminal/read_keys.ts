export type Key =
  | { kind: 'text'; text: string }
  | { kind: 'enter' | 'newline' | 'clear' | 'backspace' | 'interrupt' | 'escape' | 'set_aside' };

const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const CONTROL: Readonly<Record<string, Key>> = {
  '\r': { kind: 'enter' },
  '\n': { kind: 'newline' },
  '\u0003': { kind: 'interrupt' },
  '\u0013': { kind: 'set_aside' },
  '\u0015': { kind: 'clear' },
  '\u007f': { kind: 'backspace' },
  '\b': { kind: 'backspace' },
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal sends
const SEQUENCE = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z])/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal sends
const UNFINISHED = /^\u001b(?:\[[0-?]*[ -/]*|O)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal sends
const TEXT = /^[^\u0000-\u001f\u007f]+/;

/** Turns what arrives from a terminal in raw mode into keys; a bracketed paste is one piece of text. */
export function createKeyReader(): {
  read(chunk: string): Key[];
  /** Nothing followed for a moment: an escape that was held back is the key itself. */
  flush(): Key[];
} {
  let held = '';
  let pasted: string | null = null;

  const readPaste = (): Key[] => {
    const all = (pasted ?? '') + held;
    const end = all.indexOf(PASTE_END);
    if (end < 0) {
      pasted = all;
      held = '';
      return [];
    }
    pasted = null;
    held = all.slice(end + PASTE_END.length);
    return [{ kind: 'text', text: all.slice(0, end).replace(/\r\n?/g, '\n') }];
  };

  const readKey = (): Key[] => {
    if (held.startsWith(PASTE_START)) {
      pasted = '';
      held = held.slice(PASTE_START.length);
      return [];
    }
    const sequence = SEQUENCE.exec(held)?.[0];
    if (sequence !== undefined) return take(sequence.length, []);
    if (held.startsWith('\u001b')) return take(1, [{ kind: 'escape' }]);
    const text = TEXT.exec(held)?.[0];
    if (text !== undefined) return take(text.length, [{ kind: 'text', text }]);
    const key = CONTROL[held.charAt(0)];
    return take(1, key === undefined ? [] : [key]);
  };

  const take = (length: number, keys: Key[]): Key[] => {
    held = held.slice(length);
    return keys;
  };

  const drain = (): Key[] => {
    const keys: Key[] = [];
    while (held !== '' && (pasted !== null || !UNFINISHED.test(held))) {
      keys.push(...(pasted === null ? readKey() : readPaste()));
    }
    return keys;
  };

  return {
    read(chunk) {
      held += chunk;
      return drain();
    },
    flush() {
      return pasted === null && held === '\u001b' ? take(1, [{ kind: 'escape' }]) : [];
    },
  };
}
