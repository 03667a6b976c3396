import { expect, it } from 'vitest';
import { isOldNews } from './is_old_news';

const mail = (id: string, kind: string, taskId: string | null) => ({ id, kind, taskId });
const none = new Set<string>();

it('is what its row says itself, and what a newer mail of the kind has overtaken', () => {
  const ready = mail('1', 'completion', 't');
  const merged = mail('2', 'completion', 't');
  expect(isOldNews(ready, [ready], new Set(['completion:t']))).toBe(true);
  expect(isOldNews(ready, [merged, ready], none)).toBe(true);
  expect(isOldNews(merged, [merged, ready], none)).toBe(false);
});

it('is no mail of another kind, of another task or of none', () => {
  const words = mail('1', 'message', 't');
  expect(isOldNews(words, [mail('2', 'message', 't'), words], new Set(['message:t']))).toBe(false);
  const failed = mail('3', 'failure', 't');
  expect(isOldNews(failed, [mail('4', 'failure', 'u'), failed], none)).toBe(false);
  expect(isOldNews(mail('5', 'failure', null), [], none)).toBe(false);
});
