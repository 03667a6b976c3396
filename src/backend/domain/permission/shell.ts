/** A part of a word. Only what is written is kept: nothing is looked up, and nothing is run. */
export type Piece =
  | { kind: 'text'; text: string; quoted: boolean }
  /** Without a name where it cannot be told what it stands for. `otherwise` is `x` in `${NAME:-x}`. */
  | { kind: 'variable'; name: string; otherwise: Word; quoted: boolean }
  /** `$(…)` and backticks. */
  | { kind: 'output'; of: readonly Command[]; quoted: boolean }
  /** `<(…)`, which stands for the name of a file. */
  | { kind: 'file'; of: readonly Command[]; quoted: true };

export type Word = readonly Piece[];

/** A simple command: a program with its arguments, and the words of the shell before it. */
export type Command = {
  words: Word[];
  /** Names of files, arithmetic, patterns: only what is substituted in them is run. */
  others: Word[];
  /** The text that it reads, where it is written beside it: a here-document or a here-string. */
  input: Word | null;
  /** Whether it reads what the command before it writes. */
  piped: boolean;
};

/** Where a reader is. What it awaits is shared by all that read the same text. */
export type Cursor = {
  readonly text: string;
  at: number;
  /** In how many substitutions it is. */
  depth: number;
  tooDeep: boolean;
  /** Here-documents that begin behind the end of this line. */
  awaited: HereDocument[];
};

export type HereDocument = {
  command: Command;
  end: string;
  /** Whether it is taken as it is written. */
  plain: boolean;
  /** Whether tabs at the beginnings of lines are left out. */
  indented: boolean;
};

/** So deep is no line that is meant to be read, and none is followed any deeper. */
export const DEEPEST = 12;

export function startOf(text: string, depth: number): Cursor {
  return { text, at: 0, depth, tooDeep: depth > DEEPEST, awaited: [] };
}

/** The text of a word in which nothing is quoted or put in. */
export function bareText(word: Word | undefined): string | null {
  const [piece, ...more] = word ?? [];
  return piece?.kind === 'text' && !piece.quoted && more.length === 0 ? piece.text : null;
}

/** What a sticky pattern finds at the cursor, which then stands behind it. */
export function take(pattern: RegExp, cursor: Cursor): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  return found;
}
