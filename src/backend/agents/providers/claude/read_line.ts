import type { TypedLine } from '../provider';

const RULE = /^\s*─{10,}/;
/** The glyph of a prompt, and of a shell command. */
const FIRST_ROW = /^\s*[❯>!]\s?(.*)$/;

/** The box between two rules that the cursor is in. Below it Claude Code says whether a text is set aside. */
export function readLine(screen: {
  lines: readonly string[];
  cursor: { column: number; row: number };
}): TypedLine {
  const { lines, cursor } = screen;
  const top = lines.slice(0, cursor.row + 1).findLastIndex((line) => RULE.test(line));
  const below = lines.slice(cursor.row).findIndex((line) => RULE.test(line));
  const first = top < 0 ? null : FIRST_ROW.exec(lines[top + 1] ?? '');
  if (first === null || below < 0) return { text: 'unknown', setAside: false };
  const bottom = cursor.row + below;
  const isShell = /^\s*!/.test(lines[top + 1] ?? '');
  const hasText = isShell || bottom - top > 2 || (first[1] ?? '').trim() !== '';
  const setAside = lines.slice(bottom + 1).some((line) => /›\s*stashed/i.test(line));
  return { text: hasText ? 'some' : 'none', setAside };
}
