import { expect, test } from 'vitest';
import { readTextFiles } from './readTextFiles';

const file = (name: string, text: string) => ({ name, size: text.length, text: async () => text });

test('markdown goes in as it is, code in a fence under its name', async () => {
  const { text } = await readTextFiles([file('a.md', '# A\n'), file('b.ts', 'x\n')]);
  expect(text).toBe('# A\n\n**b.ts**\n\n```ts\nx\n```');
});

test('a file cannot end its own fence', async () => {
  const { text } = await readTextFiles([file('b.py', 'a\n```\nb')]);
  expect(text).toContain('````py\na\n```\nb\n````');
});

test('what is not text or too large is named', async () => {
  const large = { ...file('big.txt', 'x'), size: 10_000_000 };
  expect(await readTextFiles([file('a.png', '\0PNG'), large])).toEqual({
    text: '',
    refused: ['a.png', 'big.txt'],
  });
});
