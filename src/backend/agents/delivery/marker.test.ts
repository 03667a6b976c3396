import { describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { findMarkers, markText } from './marker';

describe('the marker of a delivery', () => {
  it('is found again wherever the text went', () => {
    const id = newId();
    const text = markText({ id, body: 'Hello\nworld' });
    expect(text).toBe(`[factory:${id}]\nHello\nworld`);
    expect(findMarkers(`before ${text} after [factory:short] [factory:${id}x]`)).toEqual([id]);
  });

  it.each([
    ['keys', 'a\u0003b\u001bc', 'a\ufffdb\ufffdc'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['a last backslash', 'path\\', 'path\\ '],
    ['a half-written name', 'see @src', 'see @src '],
    ['nothing special', 'tab\tand 🌍', 'tab\tand 🌍'],
  ])('keeps %s from meaning something to a line editor', (_what, body, given) => {
    expect(markText({ id: 'x', body }).split('\n').slice(1).join('\n')).toBe(given);
  });
});
