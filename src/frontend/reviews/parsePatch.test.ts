import { expect, test } from 'vitest';
import { pairLines, parsePatch } from './parsePatch';

const PATCH = [
  'diff --git a/a.txt b/a.txt',
  '--- a/a.txt',
  '+++ b/a.txt',
  '@@ -3,3 +3,4 @@ function main() {',
  ' same',
  '-const a = 1;',
  '+const a = 2;',
  '+++ b/not a header',
  ' end',
  '\\ No newline at end of file',
  '',
].join('\n');

test('lines carry their numbers on both sides', () => {
  expect(
    parsePatch(PATCH).map((line) =>
      line.kind === 'note' ? line.text : [line.kind, line.oldLine, line.newLine],
    ),
  ).toEqual([
    '@@ -3,3 +3,4 @@ function main() {',
    ['same', 3, 3],
    ['del', 4, null],
    ['add', null, 4],
    ['add', null, 5],
    ['same', 5, 6],
    'No newline at end of file',
  ]);
});

test('a changed line is marked where it differs', () => {
  const [, before, after] = parsePatch('@@ -1 +1 @@\n-const a = 1;\n+const a = 2;\n');
  expect(before).toMatchObject({ mark: [10, 11] });
  expect(after).toMatchObject({ mark: [10, 11] });
});

test('what went stands beside what came', () => {
  const pairs = pairLines(parsePatch(PATCH)).flatMap((row) =>
    row.kind === 'pair' ? [[row.left?.text ?? null, row.right?.text ?? null]] : [],
  );
  expect(pairs).toEqual([
    ['same', 'same'],
    ['const a = 1;', 'const a = 2;'],
    [null, '++ b/not a header'],
    ['end', 'end'],
  ]);
});

test('fifty thousand lines are parsed at once', () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `+line ${n}`);
  expect(parsePatch(`@@ -0,0 +1,50000 @@\n${lines.join('\n')}\n`)).toHaveLength(50_001);
});

test('a file without text has no lines', () => {
  expect(parsePatch('diff --git a/x b/x\nBinary files a/x and b/x differ\n')).toEqual([]);
});
