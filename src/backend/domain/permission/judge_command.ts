import { type ParseEntry, parse } from 'shell-quote';
import { lineRunsOneOf } from './runs_one_of';

export type CommandRules = {
  /** Beginnings of commands that the agent may run by itself. */
  commands: readonly string[];
  /** Beginnings of commands among those that a person is asked about all the same. */
  asked: readonly string[];
  /** Beginnings of commands that it may not, however they are wrapped. */
  forbidden: readonly string[];
  /** Scripts and files in here are its own. */
  worktree: string;
  /** Whether it may change them. */
  edit: boolean;
};

/** What runs while the line is read, or hides where a word ends: nothing can be told about it. */
const HIDDEN = /`|\$\(|\$\{(?!\w+\})|<\(|>\(|<</;
/** Words that a program gets as they are written, as in the message of a commit: nothing in them is run. */
const PLAIN_TEXT = /"\$\(cat <<'(\w+)'\n(?:(?!\1\n).*\n)*\1\n\s*\)"/g;
const REDIRECTS = new Set(['>', '>>', '>|', '>&', '&>', '&>>', '<', '<&', '<>']);
const BEFORE_A_COMMAND = new Set(['!', '{', 'do', 'elif', 'else', 'if', 'then', 'time', 'until', 'while']);
const NO_COMMAND = new Set(['done', 'esac', 'fi', 'for', '}']);
const HARMLESS = new Set(
  ': [ [[ basename break continue date dirname echo exit export false local printf read return seq set shift sleep test true unset wait'.split(
    ' ',
  ),
);
const SHELLS = new Set(['bash', 'dash', 'sh', 'zsh']);
/** Harmless on files of one's own, and nowhere else. */
const ON_OWN_FILES = new Set(['.', 'cd', 'source']);
const CHANGES_FILES = new Set(['chmod', 'rm']);
const SEARCHES_THAT_ACT = /^-(delete|exec|execdir|fls|fprintf?|ok|okdir)$/;

/**
 * Whether a line of shell is made only of what its agent may run anyway. A loop, a script of the repository, a command
 * with a time limit are; what cannot be told for certain is not, and a person is asked.
 */
export function isWithinRules(written: string, rules: CommandRules): boolean {
  const command = written.replace(PLAIN_TEXT, '"text"');
  if (HIDDEN.test(command) || lineRunsOneOf(written, [...rules.forbidden, ...rules.asked])) return false;
  const lines = command.replaceAll('\\\n', ' ').split('\n');
  // The parser takes the end of a line for a space, so each is read by itself, unless a quotation spans several.
  return lines.every((line) => !hasOpenQuote(line) && isLineWithin(line, rules));
}

function hasOpenQuote(line: string): boolean {
  return /['"]/.test(line.replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/g, ''));
}

function isLineWithin(line: string, rules: CommandRules): boolean {
  const commands: string[][] = [[]];
  const targets: { redirect: string; file: string }[] = [];
  let redirect = '';
  for (const entry of parse(line, (name) => `$${name}`)) {
    if (typeof entry !== 'string' && 'comment' in entry) continue;
    if (typeof entry !== 'string' && entry.op !== 'glob') {
      if (REDIRECTS.has(entry.op)) redirect = entry.op;
      else commands.push([]);
      continue;
    }
    const word = textOf(entry);
    if (redirect === '') commands.at(-1)?.push(word);
    else targets.push({ redirect, file: word });
    redirect = '';
  }
  return (
    targets.every((target) => isTargetWithin(target, rules)) &&
    commands.every((each) => isCommandWithin(unwrap(each), rules))
  );
}

function textOf(entry: ParseEntry): string {
  if (typeof entry === 'string') return entry;
  return 'pattern' in entry ? entry.pattern : '';
}

function isTargetWithin(
  { redirect, file }: { redirect: string; file: string },
  rules: CommandRules,
): boolean {
  if (/^(\d|-|\/dev\/null)$/.test(file)) return true;
  return isOwn(file, rules) && (rules.edit || redirect === '<');
}

/** Without what stands before the program: words of the shell, variables for it alone, a time limit. */
function unwrap(words: readonly string[]): readonly string[] {
  let begin = 0;
  for (let step = stepOver(words, 0); step > 0; step = stepOver(words, begin)) begin += step;
  return words.slice(begin);
}

function stepOver(words: readonly string[], at: number): number {
  const first = words[at] ?? '';
  if (BEFORE_A_COMMAND.has(first) || /^\w+=/.test(first)) return 1;
  if (first === 'env' || first === 'nice' || first === 'nohup') return 1;
  return first === 'timeout' && /^\d+[smh]?$/.test(words[at + 1] ?? '') ? 2 : 0;
}

function isCommandWithin(words: readonly string[], rules: CommandRules): boolean {
  const [program = '', ...rest] = words;
  const files = rest.filter((word) => !word.startsWith('-'));
  const text = words.join(' ');
  if (program === '' || NO_COMMAND.has(program) || HARMLESS.has(program)) return true;
  if (ON_OWN_FILES.has(program) || (rules.edit && CHANGES_FILES.has(program)))
    return files.length > 0 && files.every((file) => isOwn(file, rules));
  // A script, and its arguments; what is given as text to a shell is not read any further.
  if (SHELLS.has(program)) return /^[^-]/.test(rest[0] ?? '') && isOwn(rest[0] ?? '', rules);
  if (program === 'find' && rest.some((word) => SEARCHES_THAT_ACT.test(word))) return false;
  if (program.includes('/')) return isOwn(program, rules);
  return rules.commands.some((each) => beginsWith(text, each));
}

function beginsWith(text: string, beginning: string): boolean {
  return text === beginning || text.startsWith(`${beginning} `);
}

function isOwn(file: string, { worktree }: CommandRules): boolean {
  if (/^~|\$|(^|\/)\.\.(\/|$)/.test(file)) return false;
  return !file.startsWith('/') || file === worktree || file.startsWith(`${worktree}/`);
}
