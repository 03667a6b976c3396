import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageText } from './page_text';

describe('pageText', () => {
  it('gives a short text as it is', () => {
    expect(pageText('short', 0)).toBe('short');
    expect(pageText('', 0)).toBe('');
    expect(pageText('short', 99)).toBe('(Nothing more: the text has 5 characters.)');
  });

  it('cuts after a whole line', () => {
    expect(pageText('one\ntwo\nthree\n', 0, 10)).toBe(
      'one\ntwo\n\n(6 more characters: call again with offset 8.)',
    );
    expect(pageText('one\ntwo\nthree\n', 8, 10)).toBe('three\n');
  });

  it('loses nothing, whatever the text: following the pages gives the whole', () => {
    const character = fc.constantFrom('a', '\n', 'é', '𝄞', '(', ' ');
    fc.assert(
      fc.property(fc.array(character, { maxLength: 200 }), fc.integer({ min: 4, max: 40 }), (chars, size) => {
        const text = chars.join('');
        let whole = '';
        for (let offset = 0; ; ) {
          const page = pageText(text, offset, size);
          const next = /\n\((\d+) more characters: call again with offset (\d+)\.\)$/.exec(page);
          if (next === null) return whole + (offset >= text.length ? '' : page) === text;
          whole += page.slice(0, next.index);
          offset = Number(next[2]);
        }
      }),
    );
  });
});
