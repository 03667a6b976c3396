import type { Command, Piece, Word } from './shell';

/** What is known while a line is followed. */
export type Scope = {
  /** Variables that the line itself has set. */
  variables: Map<string, string>;
  /** How many characters may still be looked at: what a line puts into itself again and again would have no end. */
  left: number;
};

/** Stands for what cannot be told before the line is run. A shell's own text cannot have it. */
export const UNKNOWN = '\0';

const BLANKS = /[ \t\r\n]+/;
const LONGEST_PIPE = 10;

/** The words that a word becomes: variables and `$(echo …)` are put in, and taken apart where they are not quoted. */
export function expandWord(word: Word, scope: Scope): string[] {
  if (isAssignment(word)) return [textOf(word, scope)];
  const fields: string[] = [];
  let open: string | null = null;
  for (const piece of word) {
    const value = valueOfPiece(piece, scope);
    if (piece.kind === 'text' || piece.quoted) {
      open = (open ?? '') + value;
      continue;
    }
    for (const [at, part] of value.split(BLANKS).entries()) {
      if (at > 0 && open !== null) {
        fields.push(open);
        open = null;
      }
      if (part !== '') open = (open ?? '') + part;
    }
  }
  return open === null ? fields : [...fields, open];
}

function isAssignment([piece]: Word): boolean {
  return piece?.kind === 'text' && !piece.quoted && /^\w+\+?=/.test(piece.text);
}

function textOf(word: Word, scope: Scope): string {
  return word.map((piece) => valueOfPiece(piece, scope)).join('');
}

function valueOfPiece(piece: Piece, scope: Scope): string {
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'file') return UNKNOWN;
  const value = piece.kind === 'output' ? outputOf(piece.of, scope) : variableOf(piece, scope);
  scope.left -= value?.length ?? 0;
  return value === null || scope.left < 0 ? UNKNOWN : value;
}

function variableOf(piece: Extract<Piece, { kind: 'variable' }>, scope: Scope): string | null {
  if (piece.name === '') return null;
  const known = scope.variables.get(piece.name);
  if (known !== undefined) return known;
  return piece.otherwise.length === 0 ? null : textOf(piece.otherwise, scope);
}

/** What a pipe of commands writes, where that stands in the line. */
function outputOf(all: readonly Command[], scope: Scope): string | null {
  const commands = all.slice(-LONGEST_PIPE);
  const last = commands.at(-1);
  if (last === undefined || commands.some((command, at) => at > 0 && !command.piped)) return null;
  const [program, ...rest] = last.words.flatMap((word) => expandWord(word, scope));
  const operands = rest.filter((word) => !/^-[a-zA-Z]*$/.test(word));
  if (program === 'echo') return withLines(operands.join(' '));
  if (program === 'printf') return withLines(format(operands));
  if (program === 'which') return operands[0] ?? null;
  if (program === 'command' && /^-[vV]$/.test(rest[0] ?? '')) return operands[0] ?? null;
  if (program !== 'tee' && (program !== 'cat' || operands.length > 0)) return null;
  if (last.input !== null) return textOf(last.input, scope);
  return last.piped ? outputOf(commands.slice(0, -1), scope) : null;
}

/** What is left over is set on lines of its own, as in `printf '%s\n' a b`. */
function format([pattern = '', ...values]: readonly string[]): string {
  let used = 0;
  const text = pattern.replace(/%[-\d.]*[sbqd]/g, () => values[used++] ?? '');
  return [text, ...values.slice(used)].join('\n');
}

function withLines(text: string): string {
  return text.replaceAll('\\n', '\n');
}
