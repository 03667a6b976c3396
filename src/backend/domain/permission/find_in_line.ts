import { expandWord, type Scope } from './expand_word';
import { isBeginning } from './is_beginning';
import { programOf } from './programs';
import { readCode } from './read_code';
import { readShell } from './read_shell';
import { type Command, DEEPEST, type Word } from './shell';
import { unwrapCommand } from './unwrap_command';

/** unclear: it is so long, is nested so deep or repeats itself so often that it was not followed to its end. */
export type Finding = 'runs' | 'unclear' | 'none';

type Search = Scope & {
  /** Beginnings of commands in words, by their programs. */
  wanted: ReadonlyMap<string, readonly (readonly string[])[]>;
  unclear: boolean;
};

/** Longer than a system takes for one command. */
const LONGEST = 200_000;
/** What is read again, as text for a shell is, may be so many times as long as the line. */
const MOST_OFTEN = 20;
const ALWAYS_LOOKED_AT = 20_000;

/**
 * Whether a line of shell runs one of these (`npm publish`), however it is written: behind variables and other programs,
 * with options in between, after `&&`, as text for a shell. Text that is only shown or written is not meant.
 */
export function findInLine(line: string, beginnings: readonly string[]): Finding {
  if (line.length > LONGEST) return 'unclear';
  const left = line.length * MOST_OFTEN + ALWAYS_LOOKED_AT;
  const search: Search = { variables: new Map(), left, wanted: byProgram(beginnings), unclear: false };
  if (isInText(line, search, 0)) return 'runs';
  return search.unclear || search.left < 0 ? 'unclear' : 'none';
}

function byProgram(beginnings: readonly string[]): Map<string, string[][]> {
  const wanted = new Map<string, string[][]>();
  for (const tokens of beginnings.map((each) => each.split(' '))) {
    const [program = ''] = tokens;
    wanted.set(program, [...(wanted.get(program) ?? []), tokens]);
  }
  return wanted;
}

function isInText(text: string, search: Search, depth: number): boolean {
  search.left -= text.length;
  if (search.left < 0) return false;
  const { commands, tooDeep } = readShell(text, depth);
  search.unclear ||= tooDeep;
  return isInCommands(commands, search, depth);
}

function isInCommands(commands: readonly Command[], search: Search, depth: number): boolean {
  return commands.some((command, at) => {
    if (
      [...command.words, ...command.others, command.input ?? []].some((word) => isInWord(word, search, depth))
    )
      return true;
    const words = command.words.flatMap((word) => expandWord(word, search));
    rememberVariables(words, search);
    return isInCommand(words, () => inputAt(commands, at, search), search, depth);
  });
}

function isInWord(word: Word, search: Search, depth: number): boolean {
  return word.some((piece) => {
    if (piece.kind === 'text') return false;
    if (piece.kind === 'variable') return isInWord(piece.otherwise, search, depth);
    return isInCommands(piece.of, search, depth + 1);
  });
}

function isInCommand(
  words: readonly string[],
  readInput: () => string,
  search: Search,
  depth: number,
): boolean {
  return unwrapCommand(words).some((run) => {
    if (run.kind === 'program') return isWanted(words, run.at, search);
    const text = run.text ?? readInput();
    return run.kind === 'shell' ? isInText(text, search, depth + 1) : isInCode(text, search, depth + 1);
  });
}

function isWanted(words: readonly string[], at: number, search: Search, shortest = 1): boolean {
  const wanted = search.wanted.get(programOf(words[at] ?? '')) ?? [];
  return wanted.some((tokens) => tokens.length >= shortest && isBeginning(words, at, tokens));
}

function isInCode(code: string, search: Search, depth: number): boolean {
  search.left -= code.length;
  search.unclear ||= depth > DEEPEST;
  if (search.left < 0 || depth > DEEPEST) return false;
  const { texts, commands, lists } = readCode(code);
  return (
    texts.some((text) => isInText(text, search, depth + 1)) ||
    commands.some((words) => isInCommand(words, () => '', search, depth + 1)) ||
    // The name of a program alone is mostly a name in a list of names.
    lists.some((words) => isWanted(words, 0, search, 2))
  );
}

function rememberVariables(words: readonly string[], { variables }: Search): void {
  const begin = /^(export|declare|local|readonly|typeset)$/.test(words[0] ?? '') ? 1 : 0;
  for (const word of words.slice(begin)) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    if (name === undefined || value === undefined) break;
    variables.set(name, value);
  }
}

/** What a command reads, where that stands in the line. */
function inputAt(commands: readonly Command[], at: number, search: Search): string {
  const command = commands[at];
  const before = commands.slice(Math.max(0, at - 10), at);
  const word: Word | null =
    command?.input ?? (command?.piped ? [{ kind: 'output', of: before, quoted: true }] : null);
  return word === null ? '' : expandWord(word, search).join(' ');
}
