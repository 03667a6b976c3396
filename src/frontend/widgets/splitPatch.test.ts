import { expect, test } from 'vitest';
import { splitPatch } from './splitPatch';

test('each file has its hunks and nothing else', () => {
  const patch = [
    'diff --git a/a.txt b/a.txt',
    'index 1..2 100644',
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1 +1,2 @@',
    ' one',
    '++++ b/looks like a header',
    'diff --git a/b.bin b/b.bin',
    'Binary files differ',
    '',
  ].join('\n');
  expect(splitPatch(patch)).toEqual([
    { path: 'a.txt', lines: ['@@ -1 +1,2 @@', ' one', '++++ b/looks like a header'] },
    { path: 'b.bin', lines: [] },
  ]);
});
