import { stripEscapes } from './stripEscapes';

export type Painted = { text: string; look: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const COLOUR = /\u001b\[([0-9;:]*)m/;

/** The sixteen colours of a terminal in ours, which are right in both themes. */
const INKS: Record<number, string> = {
  30: 'text-muted',
  31: 'text-failed',
  32: 'text-done',
  33: 'text-blocked',
  34: 'text-accent',
  35: 'text-review',
  36: 'text-working',
  90: 'text-muted',
};

/** The last lines of a screen in runs of one colour. Other escape sequences are left out. */
export function paintScreen(screen: string, lines: number): Painted[][] {
  // `split` with a group gives text and colour in turn. A colour holds until the next, over the ends of lines.
  const parts = screen.trimEnd().split(COLOUR);
  const rows: Painted[][] = [[]];
  let look = '';
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      look = lookAfter(part, look);
      continue;
    }
    for (const [n, text] of stripEscapes(part).split('\n').entries()) {
      if (n > 0) rows.push([]);
      if (text !== '') rows.at(-1)?.push({ text, look });
    }
  }
  return rows.slice(-lines);
}

function lookAfter(codes: string, before: string): string {
  let look = before;
  const numbers = codes.split(/[;:]/).map(Number);
  // 38 and 48 begin a colour of their own, with numbers that would read as others.
  const own = numbers.findIndex((number) => number === 38 || number === 48);
  for (const number of own < 0 ? numbers : numbers.slice(0, own)) {
    const ink = INKS[number] ?? INKS[number - 60];
    if (ink !== undefined) look = ink;
    else if (number === 0 || number === 22 || number === 39) look = '';
    else if (number === 1) look = 'text-text';
    else if (number === 2) look = 'text-muted';
  }
  return look;
}
