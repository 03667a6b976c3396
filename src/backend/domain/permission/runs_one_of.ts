import { parse } from 'shell-quote';

const BEFORE_A_COMMAND = new Set(['!', '{', 'do', 'elif', 'else', 'if', 'then', 'until', 'while']);
const SHELLS = new Set(['bash', 'dash', 'eval', 'sh', 'zsh']);
/** Programs that run what is named in their arguments, and the words after which it is; none where it is the first. */
const RUNNERS: Record<string, readonly string[]> = {
  bun: ['x', 'run'],
  bundle: ['exec'],
  bunx: [],
  command: [],
  corepack: [],
  'cross-env': [],
  env: [],
  exec: [],
  find: ['-exec', '-execdir', '-ok', '-okdir'],
  nice: [],
  nohup: [],
  npm: ['exec', 'x'],
  npx: [],
  pipx: ['run'],
  pnpm: ['dlx', 'exec'],
  poetry: ['run'],
  setsid: [],
  sudo: [],
  time: [],
  timeout: [],
  uv: ['run'],
  uvx: [],
  xargs: [],
  yarn: ['dlx', 'exec', 'foreach', 'run'],
};
/** Programs that take several targets in any order. */
const BUILDERS = new Set(['gradle', 'gradlew', 'just', 'make', 'mvn', 'mvnw', 'rake']);
const INTERPRETERS = new Set(['bun', 'deno', 'node', 'perl', 'python', 'python3', 'ruby']);
const TEXT_TO_RUN = /^(-c|-e|-p|-pe|eval|--eval|--print)$/;
const GIT_OPTIONS_WITH_VALUE = new Set(['-C', '-c', '--git-dir', '--namespace', '--work-tree']);
/** What may stand between a program and what it runs: options with their values, times, variables. */
const PASSED_OVER = /^([-+]|\d|\w+=)/;
/** How deep a program within a program is looked for, and how far behind it: a line of thousands must not cost minutes. */
const DEEPEST = 4;
const FARTHEST = 40;

/**
 * Whether a line of shell runs one of these (`npm publish`), however it is written: behind variables and other programs,
 * with options in between, after `&&`, as text for a shell. Text that is only shown or written is not meant.
 */
export function lineRunsOneOf(line: string, beginnings: readonly string[], depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const bare = withoutTexts(line);
  const hidden = substitutions(bare).some((inner) => lineRunsOneOf(inner, beginnings, depth + 1));
  return hidden || commandsOf(bare).some((words) => runsOneOf(words, beginnings, depth));
}

/** The same for one command, in words. */
export function runsOneOf(words: readonly string[], beginnings: readonly string[], depth = 0): boolean {
  const [first = '', ...rest] = words;
  if (words.length === 0 || depth > DEEPEST) return false;
  if (/^\w+=/.test(first) || BEFORE_A_COMMAND.has(first)) return runsOneOf(rest, beginnings, depth);
  const program = programOf(first);
  if (beginnings.some((each) => isBeginning(program, rest, each.split(' ')))) return true;
  if (program === 'yarn' && rest[0] === 'workspace')
    return runsOneOf(['yarn', ...rest.slice(2)], beginnings, depth);
  if (INTERPRETERS.has(program) && rest.some((word) => TEXT_TO_RUN.test(word)))
    return rest.some((word) => beginnings.some((each) => spread(word).includes(` ${each} `)));
  const behind = argumentsThatRun(program, rest);
  if (behind === null) return false;
  return (
    rest.some((word) => /\s/.test(word) && lineRunsOneOf(word, beginnings, depth + 1)) ||
    reachable(behind).some((at) => runsOneOf(behind.slice(at, at + FARTHEST), beginnings, depth + 1))
  );
}

function argumentsThatRun(program: string, rest: readonly string[]): readonly string[] | null {
  if (SHELLS.has(program)) return program === 'eval' ? rest : [];
  const words = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined;
  if (words === undefined || (program === 'command' && /^-[vV]/.test(rest[0] ?? ''))) return null;
  if (words.length === 0) return rest;
  const at = rest.findLastIndex((word) => words.includes(word));
  return at < 0 ? null : rest.slice(at + 1);
}

/** Where the program may stand: first, or behind options that may have a value. */
function reachable(words: readonly string[]): number[] {
  const reached = new Set([0]);
  for (const [at, word] of words.slice(0, FARTHEST).entries()) {
    if (reached.has(at) && PASSED_OVER.test(word)) reached.add(at + 1).add(at + 2);
  }
  return [...reached];
}

/** Options, and what may be their values, are passed over: `npm --workspace a publish` begins with `npm publish`. */
function isBeginning(
  program: string,
  rest: readonly string[],
  [name, ...tokens]: readonly string[],
): boolean {
  if (program !== name) return false;
  if (BUILDERS.has(program)) return tokens.every((token) => rest.some((word) => isTarget(word, token)));
  let reached = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const [at, word] of rest.entries()) {
      if (!reached.has(at)) continue;
      if (word === token || word.startsWith(`${token}:`)) next.add(at + 1);
      if (!/^[-+]/.test(word)) continue;
      reached.add(at + 1);
      if (program === 'git' ? GIT_OPTIONS_WITH_VALUE.has(word) : !word.includes('=')) reached.add(at + 2);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return true;
}

function isTarget(word: string, target: string): boolean {
  return word === target || word.endsWith(`:${target}`) || word.startsWith(`${target}:`);
}

/** `/usr/bin/npm` and `npm@latest` are `npm`. */
function programOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).replace(/(?<=.)@.*$/, '');
}

/** As words with a space around each, so that `exec('npm publish')` and `['npm', 'publish']` are found alike. */
function spread(text: string): string {
  return ` ${text.replace(/[^\w.:@/-]+/g, ' ')} `;
}

/** Without the bodies of here-documents, which are mostly files that are written. */
function withoutTexts(line: string): string {
  return line
    .replaceAll('\\\n', ' ')
    .replace(/<<-?[ \t]*(['"]?)(\w+)\1([^\n]*)\n(?:(?![ \t]*\2[ \t]*(?:\n|$)).*\n)*[ \t]*\2/g, '$3');
}

function substitutions(line: string): string[] {
  const live = line.replace(/'[^']*'/g, "''");
  return [...live.matchAll(/\$\(([^()]*)\)|`([^`]*)`/g)].map((found) => found[1] ?? found[2] ?? '');
}

function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const entry of parse(joinLines(line), (name) => `$${name}`)) {
    if (typeof entry === 'string') commands.at(-1)?.push(entry);
    else if ('pattern' in entry) commands.at(-1)?.push(entry.pattern);
    else if ('op' in entry && !/^[<>&]*[<>][<>&|]*$/.test(entry.op)) commands.push([]);
  }
  return commands;
}

/** The parser takes the end of a line for a space, and a comment for the rest of everything. */
function joinLines(line: string): string {
  return line.replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"|(?<=^|\s)#[^\n]*|\n/g, (part) =>
    part === '\n' ? ' ; ' : part.startsWith('#') ? '' : part,
  );
}
