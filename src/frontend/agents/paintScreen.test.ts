import { describe, expect, it } from 'vitest';
import { paintScreen } from './paintScreen';

describe('paintScreen', () => {
  it('keeps colours over the ends of lines, and drops what is no colour', () => {
    const screen = '\u001b[2J\u001b[36mone\ntwo\u001b[0m three\n\u001b[1;31mfour\u001b[38;5;31m five\n\n';
    expect(paintScreen(screen, 9)).toEqual([
      [{ text: 'one', look: 'text-working' }],
      [
        { text: 'two', look: 'text-working' },
        { text: ' three', look: '' },
      ],
      [
        { text: 'four', look: 'text-failed' },
        { text: ' five', look: 'text-failed' },
      ],
    ]);
  });

  it('shows the end of a long screen', () => {
    expect(paintScreen('a\nb\nc', 2)).toEqual([[{ text: 'b', look: '' }], [{ text: 'c', look: '' }]]);
  });
});
