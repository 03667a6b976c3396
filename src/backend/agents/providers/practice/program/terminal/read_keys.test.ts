import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyReader, type Key } from './read_keys';

const ESC = '\u001b';

function read(...chunks: string[]): Key[] {
  const reader = createKeyReader();
  return chunks.flatMap((chunk) => reader.read(chunk));
}

describe('keys of a terminal', () => {
  it.each<[string, string, Key[]]>([
    ['letters and Enter', 'hi\r', [{ kind: 'text', text: 'hi' }, { kind: 'enter' }]],
    ['clearing the line', '\u0005\u0015', [{ kind: 'clear' }]],
    ['an arrow key', `${ESC}[A${ESC}OB`, []],
    ['interrupt', '\u0003', [{ kind: 'interrupt' }]],
    ['escape before a letter', `${ESC}x`, [{ kind: 'escape' }, { kind: 'text', text: 'x' }]],
  ])('%s', (_name, input, keys) => {
    expect(read(input)).toEqual(keys);
  });

  it('keeps an escape back until nothing follows', () => {
    const reader = createKeyReader();
    expect(reader.read(ESC)).toEqual([]);
    expect(reader.flush()).toEqual([{ kind: 'escape' }]);
    expect(reader.read('[A')).toEqual([{ kind: 'text', text: '[A' }]);
  });

  it('takes a paste as one piece of text, wherever the chunks were cut', () => {
    const text = fc
      .string({ unit: 'binary' })
      .filter((value) => !value.includes(ESC) && !value.includes('\r'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (value, cuts) => {
        const input = `${ESC}[200~${value}${ESC}[201~\r`;
        const places = [0, ...cuts.map((cut) => cut % input.length), input.length].sort((a, b) => a - b);
        const chunks = places.slice(1).map((place, index) => input.slice(places[index], place));
        expect(read(...chunks)).toEqual([{ kind: 'text', text: value }, { kind: 'enter' }]);
      }),
    );
  });

  it('does not submit on a newline inside a paste', () => {
    expect(read(`${ESC}[200~a\r\nb\rc\n${ESC}[201~`)).toEqual([{ kind: 'text', text: 'a\nb\nc\n' }]);
  });
});
