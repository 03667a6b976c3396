import { describe, expect, it } from 'vitest';
import { readLine } from './read_line';

const RULE = '─'.repeat(60);
const FOOTER = '  ⏵⏵ bypass permissions on (shift+tab to cycle)';

function screen(box: readonly string[], footer = FOOTER) {
  const lines = ['● Ready.', '', RULE, ...box, RULE, footer, ''];
  return { lines, cursor: { column: 2, row: 2 + box.length } };
}

describe('the line of Claude Code', () => {
  it.each([
    ['nothing', screen(['❯ ']), { text: 'none', setAside: false }],
    ['a half-typed line', screen(['❯ half typed li']), { text: 'some', setAside: false }],
    ['several lines', screen(['❯ line one', '  line two']), { text: 'some', setAside: false }],
    ['an empty second line', screen(['❯ line one', '  ']), { text: 'some', setAside: false }],
    ['a shell command', screen(['! ls']), { text: 'some', setAside: false }],
    [
      'a text set aside',
      screen(['❯ '], '  ⏵⏵ on           ● high · /effort · › stashed'),
      { text: 'none', setAside: true },
    ],
    [
      'a question',
      { lines: ['Do you trust this folder?', '❯ 1. Yes', '  2. No'], cursor: { column: 0, row: 1 } },
      { text: 'unknown', setAside: false },
    ],
  ])('shows %s', (_what, given, line) => {
    expect(readLine(given)).toEqual(line);
  });
});
