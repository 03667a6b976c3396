import { type Command, type Cursor, DEEPEST, type Piece, startOf, take, type Word } from './shell';

/** Reads commands up to the bracket that closes them, or up to the end. */
export type ReadCommands = (cursor: Cursor) => Command[];

const PLAIN = /[^ \t\r\n;&|()<>'"`$\\]+/y;
const PLAIN_IN_QUOTES = /[^"`$\\}]+/y;
const ENDS_WORD = new Set([' ', '\t', '\r', '\n', ';', '&', '|', '(', ')', '<', '>']);
const NAME = /\w+|[@*#?$!-]/y;
const DEFAULT = /:?[-=]/y;
const ARRAY = /^\w+\+?=$/;
const ANSI: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
/** Arithmetic is short. What is longer is two brackets by chance. */
const LONGEST_ARITHMETIC = 500;

/** One word from the cursor on, with what is quoted, put in and substituted in it. */
export function readWord(cursor: Cursor, readCommands: ReadCommands): Word {
  const word: Piece[] = [];
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? '';
    const next = cursor.text[cursor.at + 1];
    if ((char === '<' || char === '>') && next === '(') {
      cursor.at += 2;
      word.push({ kind: 'file', of: readInner(cursor, readCommands), quoted: true });
    } else if (char === '(' && isArray(word)) readArray(word, cursor, readCommands);
    else if (ENDS_WORD.has(char)) break;
    else readPieces(word, cursor, readCommands);
  }
  return word;
}

/** Text in which quotation marks mean nothing, to its end: a here-document, arithmetic. */
export function readText(cursor: Cursor, readCommands: ReadCommands): Word {
  const word: Piece[] = [];
  readQuoted(word, cursor, null, readCommands);
  return word;
}

/** The end of `((…))` where the cursor stands on its first bracket, or -1 if it is something else. */
export function endOfArithmetic({ text, at }: Cursor): number {
  let open = 0;
  for (let end = at; end < Math.min(text.length, at + LONGEST_ARITHMETIC); end += 1) {
    if (text[end] === '(') open += 1;
    if (text[end] !== ')') continue;
    open -= 1;
    if (open === 0) return text[end - 1] === ')' ? end + 1 : -1;
  }
  return -1;
}

function readPieces(word: Piece[], cursor: Cursor, readCommands: ReadCommands): void {
  const { text } = cursor;
  const char = text[cursor.at];
  const next = text[cursor.at + 1];
  if (char === "'") addText(word, readApostrophes(cursor), true);
  else if (char === '$' && next === "'") addText(word, readAnsi(cursor), true);
  else if (char === '"' || (char === '$' && next === '"')) {
    cursor.at += char === '"' ? 1 : 2;
    addText(word, '', true);
    readQuoted(word, cursor, '"', readCommands);
  } else if (char === '$' || char === '`') word.push(readDollar(cursor, false, readCommands));
  else if (char === '\\') {
    cursor.at += 2;
    if (next !== '\n') addText(word, next ?? '', true);
  } else addText(word, take(PLAIN, cursor), false);
}

function readQuoted(word: Piece[], cursor: Cursor, end: '"' | '}' | null, readCommands: ReadCommands): void {
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? '';
    const next = cursor.text[cursor.at + 1] ?? '';
    if (char === end) {
      cursor.at += 1;
      return;
    }
    if (char === '$' || char === '`') word.push(readDollar(cursor, true, readCommands));
    else if (char === '"' && end === '}') cursor.at += 1;
    else if (char === '\\' && (next === end || '$`\\\n'.includes(next))) {
      cursor.at += 2;
      if (next !== '\n') addText(word, next, true);
    } else addText(word, take(PLAIN_IN_QUOTES, cursor) || takeOne(cursor), true);
  }
}

/** What stands side by side is one piece, so that a word of many marks is no long list. */
function addText(word: Piece[], text: string, quoted: boolean): void {
  const last = word.at(-1);
  if (last?.kind === 'text' && last.quoted === quoted) last.text += text;
  else word.push({ kind: 'text', text, quoted });
}

function readDollar(cursor: Cursor, quoted: boolean, readCommands: ReadCommands): Piece {
  const { text, at } = cursor;
  if (text[at] === '`') return { kind: 'output', of: readBackticks(cursor, quoted, readCommands), quoted };
  cursor.at += 1;
  if (text[cursor.at] === '(') {
    const end = text[cursor.at + 1] === '(' ? endOfArithmetic(cursor) : -1;
    if (end >= 0) return readArithmetic(cursor, end, quoted, readCommands);
    cursor.at += 1;
    return { kind: 'output', of: readInner(cursor, readCommands), quoted };
  }
  if (text[cursor.at] === '{') return readBraces(cursor, quoted, readCommands);
  const name = take(NAME, cursor);
  return name === ''
    ? { kind: 'text', text: '$', quoted }
    : { kind: 'variable', name, otherwise: [], quoted };
}

function readArithmetic(cursor: Cursor, end: number, quoted: boolean, readCommands: ReadCommands): Piece {
  const inner = startOf(cursor.text.slice(cursor.at, end), cursor.depth + 1);
  const otherwise = inner.tooDeep ? [] : readText(inner, readCommands);
  cursor.at = end;
  cursor.tooDeep ||= inner.tooDeep;
  return { kind: 'variable', name: '', otherwise, quoted };
}

function readBraces(cursor: Cursor, quoted: boolean, readCommands: ReadCommands): Piece {
  cursor.at += 1;
  const name = take(NAME, cursor);
  const all = ['[@]}', '[*]}'].some((end) => cursor.text.startsWith(end, cursor.at));
  if (all) cursor.at += 3;
  const isDefault = !all && take(DEFAULT, cursor) !== '';
  const isWhole = cursor.text[cursor.at] === '}';
  const otherwise: Piece[] = [];
  goDeeper(cursor, () => readQuoted(otherwise, cursor, '}', readCommands));
  return { kind: 'variable', name: isWhole || isDefault ? name : '', otherwise, quoted: quoted && !all };
}

function readInner(cursor: Cursor, readCommands: ReadCommands): Command[] {
  let commands: Command[] = [];
  goDeeper(cursor, () => {
    commands = readCommands(cursor);
  });
  return commands;
}

function goDeeper(cursor: Cursor, read: () => void): void {
  if (cursor.depth >= DEEPEST) {
    cursor.tooDeep = true;
    cursor.at = cursor.text.length;
    return;
  }
  cursor.depth += 1;
  read();
  cursor.depth -= 1;
}

function readBackticks(cursor: Cursor, quoted: boolean, readCommands: ReadCommands): Command[] {
  const { text, at } = cursor;
  let end = at + 1;
  while (end < text.length && text[end] !== '`') end += text[end] === '\\' ? 2 : 1;
  cursor.at = end + 1;
  const written = text.slice(at + 1, end);
  const inner = startOf(written.replace(quoted ? /\\([`$"\\])/g : /\\([`$\\])/g, '$1'), cursor.depth + 1);
  const commands = inner.tooDeep ? [] : readCommands(inner);
  cursor.tooDeep ||= inner.tooDeep;
  return commands;
}

function readApostrophes(cursor: Cursor): string {
  const begin = cursor.at + 1;
  const found = cursor.text.indexOf("'", begin);
  const end = found < 0 ? cursor.text.length : found;
  cursor.at = end + 1;
  return cursor.text.slice(begin, end);
}

function readAnsi(cursor: Cursor): string {
  const { text } = cursor;
  let read = '';
  for (cursor.at += 2; cursor.at < text.length && text[cursor.at] !== "'"; cursor.at += 1) {
    const isEscape = text[cursor.at] === '\\';
    if (isEscape) cursor.at += 1;
    const char = text[cursor.at] ?? '';
    read += isEscape ? (ANSI[char] ?? char) : char;
  }
  cursor.at += 1;
  return read;
}

function isArray(word: readonly Piece[]): boolean {
  const [piece] = word;
  return word.length === 1 && piece?.kind === 'text' && !piece.quoted && ARRAY.test(piece.text);
}

/** `A=(git push)` is kept as `A='git push'` is. */
function readArray(array: Piece[], cursor: Cursor, readCommands: ReadCommands): void {
  cursor.at += 1;
  goDeeper(cursor, () => {
    while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ')') {
      const word = readWord(cursor, readCommands);
      for (const piece of word) array.push(piece);
      if (word.length > 0) array.push({ kind: 'text', text: ' ', quoted: true });
      else if (cursor.text[cursor.at] !== ')') cursor.at += 1;
    }
  });
  cursor.at += 1;
}

function takeOne(cursor: Cursor): string {
  cursor.at += 1;
  return cursor.text[cursor.at - 1] ?? '';
}
