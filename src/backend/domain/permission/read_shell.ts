import { endOfArithmetic, readText, readWord } from './read_word';
import { bareText, type Command, type Cursor, startOf, take, type Word } from './shell';

const BLANKS = /(?:[ \t\r]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;
const REDIRECT = /<<<|<<-|<<|<>|<&|<|&>>|&>|>>|>&|>\||>/y;
const NO_ARGUMENTS = /[ \t]*\)/y;
const OPERATOR = /;;&|;;|;&|;|&&|&|\|\||\|&|\|/y;
/** After these words stands a command as it does at the beginning of a line. */
const BEFORE_A_COMMAND = new Set(['!', '{', 'do', 'elif', 'else', 'if', 'then', 'until', 'while']);

/** What is read of one list of commands, up to the bracket that closes it. */
type List = {
  commands: Command[];
  command: Command;
  /** Subshells that are open. */
  open: number;
  /** For each `case` that is open, whether a pattern comes next. */
  cases: boolean[];
  /** Whether it is in `[[ … ]]`, where `<`, `|` and brackets run nothing. */
  inTest: boolean;
};

/**
 * The simple commands of a text for the shell, in their order, with those of its subshells and functions. What is
 * substituted in a word is in that word. A text that is nested too deep is read as far as it can be.
 */
export function readShell(text: string, depth: number): { commands: Command[]; tooDeep: boolean } {
  const cursor = startOf(text, depth);
  if (cursor.tooDeep) return { commands: [], tooDeep: true };
  const commands = readCommands(cursor);
  // A bracket that closes nothing ends a list.
  while (cursor.at < text.length) for (const command of readCommands(cursor)) commands.push(command);
  return { commands, tooDeep: cursor.tooDeep };
}

function readCommands(cursor: Cursor): Command[] {
  const list: List = { commands: [], command: newCommand(), open: 0, cases: [], inTest: false };
  while (cursor.at < cursor.text.length) {
    if (take(BLANKS, cursor) !== '' || take(COMMENT, cursor) !== '') continue;
    const char = cursor.text[cursor.at] ?? '';
    if (char === '\n') {
      cursor.at += 1;
      if (!list.inTest) endCommand(list);
      readHereDocuments(cursor);
    } else if (char === ')' && closesList(list)) {
      cursor.at += 1;
      break;
    } else if ((list.inTest || list.cases.at(-1) === true) && '()|&<>'.includes(char)) {
      passInside(list, cursor, char);
    } else if (char === '(' || char === ')') readBracket(list, cursor, char);
    else if (isRedirect(cursor)) readRedirect(list, cursor);
    else if (';|&'.includes(char)) readOperator(list, cursor);
    else addWord(list, cursor);
  }
  endCommand(list);
  return list.commands;
}

function closesList(list: List): boolean {
  return list.open === 0 && !list.inTest && list.cases.length === 0;
}

/** In a test and in the patterns of `case` these are no operators. */
function passInside(list: List, cursor: Cursor, char: string): void {
  cursor.at += 1;
  if (!list.inTest && char === ')') list.cases[list.cases.length - 1] = false;
}

function readBracket(list: List, cursor: Cursor, char: string): void {
  const isFirst = list.command.words.length === 0;
  const end = char === '(' && isFirst && cursor.text[cursor.at + 1] === '(' ? endOfArithmetic(cursor) : -1;
  if (end >= 0) {
    const inner = startOf(cursor.text.slice(cursor.at, end), cursor.depth);
    list.command.others.push(readText(inner, readCommands));
    cursor.tooDeep ||= inner.tooDeep;
    cursor.at = end;
    return;
  }
  cursor.at += 1;
  if (char === ')') list.open = Math.max(0, list.open - 1);
  else if (list.command.words.length === 1 && take(NO_ARGUMENTS, cursor) !== '') {
    list.command.words = [];
    return;
  } else list.open += 1;
  endCommand(list);
}

function readOperator(list: List, cursor: Cursor): void {
  const operator = take(OPERATOR, cursor);
  endCommand(list, operator === '|' || operator === '|&');
  if (operator.length > 1 && operator.startsWith(';') && list.cases.length > 0)
    list.cases[list.cases.length - 1] = true;
}

function addWord(list: List, cursor: Cursor): void {
  const word = readWord(cursor, readCommands);
  const text = bareText(word);
  if (text !== null && /^\d+$/.test(text) && /[<>]/.test(cursor.text[cursor.at] ?? '')) return;
  if (list.cases.at(-1) === true) {
    if (text === 'esac') list.cases.pop();
    else list.command.others.push(word);
    return;
  }
  const { words } = list.command;
  if (word.length > 0) words.push(word);
  if (text === '[[' && isFirstWord(words, words.length - 1)) list.inTest = true;
  if (text === ']]') list.inTest = false;
  if (text === 'esac' && isFirstWord(words, words.length - 1)) list.cases.pop();
  if (text === 'in' && bareText(words.at(-3)) === 'case' && isFirstWord(words, words.length - 3)) {
    endCommand(list);
    list.cases.push(true);
  }
}

function isFirstWord(words: readonly Word[], at: number): boolean {
  return at === 0 || BEFORE_A_COMMAND.has(bareText(words[at - 1]) ?? '');
}

function isRedirect({ text, at }: Cursor): boolean {
  const next = text[at + 1];
  if (text[at] === '&') return next === '>';
  return (text[at] === '<' || text[at] === '>') && next !== '(';
}

function readRedirect({ command }: List, cursor: Cursor): void {
  const operator = take(REDIRECT, cursor);
  take(BLANKS, cursor);
  const word = readWord(cursor, readCommands);
  if (operator === '<<<') command.input = word;
  else if (operator === '<<' || operator === '<<-') {
    const end = word.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
    const plain = word.some((piece) => piece.kind === 'text' && piece.quoted);
    cursor.awaited.push({ command, end, plain, indented: operator === '<<-' });
  } else command.others.push(word);
}

function readHereDocuments(cursor: Cursor): void {
  for (const { command, end, plain, indented } of cursor.awaited.splice(0)) {
    const lines: string[] = [];
    while (cursor.at < cursor.text.length) {
      const line = readLine(cursor, indented);
      if (line.replace(/\r$/, '') === end) break;
      // A substitution may be closed on the line that ends the text in it.
      if (cursor.depth > 0 && end !== '' && line.startsWith(`${end})`)) {
        cursor.at -= line.length - end.length + (cursor.text[cursor.at - 1] === '\n' ? 1 : 0);
        break;
      }
      lines.push(line);
    }
    command.input = inputOf(lines.join('\n'), plain, cursor);
  }
}

function readLine(cursor: Cursor, indented: boolean): string {
  const found = cursor.text.indexOf('\n', cursor.at);
  const line = cursor.text.slice(cursor.at, found < 0 ? undefined : found);
  cursor.at = found < 0 ? cursor.text.length : found + 1;
  return indented ? line.replace(/^\t+/, '') : line;
}

function inputOf(text: string, plain: boolean, cursor: Cursor): Word {
  if (plain) return [{ kind: 'text', text, quoted: true }];
  const inner = startOf(text, cursor.depth);
  const word = readText(inner, readCommands);
  cursor.tooDeep ||= inner.tooDeep;
  return word;
}

function newCommand(piped = false): Command {
  return { words: [], others: [], input: null, piped };
}

/** What is awaited belongs to a command although its text is not read yet, so none with a word or a file is dropped. */
function endCommand(list: List, piped = false): void {
  const { words, others, input } = list.command;
  list.inTest = false;
  if (words.length + others.length === 0 && input === null) list.command.piped ||= piped;
  else {
    list.commands.push(list.command);
    list.command = newCommand(piped);
  }
}
