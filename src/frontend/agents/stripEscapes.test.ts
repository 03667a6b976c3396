import { expect, test } from 'vitest';
import { stripEscapes } from './stripEscapes';

test('colours, titles and links leave their text', () => {
  expect(
    stripEscapes(
      '\u001b[1;38;5;12mbold\u001b[0m \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\ \u001b(Bend',
    ),
  ).toBe('bold link end');
});
