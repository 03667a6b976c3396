import { UNKNOWN } from './expand_word';
import { BUILDERS, programOf, REHEARSALS, VALUED } from './programs';

/**
 * Whether the command at this word begins like that. Options, and what may be their values, are passed over:
 * `npm --workspace a publish` begins with `npm publish`.
 */
export function isBeginning(words: readonly string[], at: number, tokens: readonly string[]): boolean {
  const program = programOf(words[at] ?? '');
  if (program !== tokens[0]) return false;
  const begins = BUILDERS.has(program)
    ? hasTargets(words, at + 1, tokens)
    : hasTokens(words, workspaceEnd(words, at), tokens);
  return begins && !isRehearsed(words, at + 1, tokens);
}

/** `yarn workspace a publish` is `yarn publish` there. */
function workspaceEnd(words: readonly string[], at: number): number {
  return words[at] === 'yarn' && words[at + 1] === 'workspace' ? at + 3 : at + 1;
}

function hasTokens(
  words: readonly string[],
  begin: number,
  [program = '', ...tokens]: readonly string[],
): boolean {
  let reached = new Set([begin]);
  for (const token of tokens) {
    if (program === 'git' && token.startsWith('-')) return hasOption(words, [...reached][0] ?? begin, token);
    const next = new Set<number>();
    // What is reached grows while it is gone through.
    for (const at of reached) {
      const word = words[at];
      if (word === undefined) continue;
      if (word === token || word.startsWith(`${token}:`)) next.add(at + 1);
      for (const step of stepsOver(word, program)) reached.add(at + step);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return true;
}

/** How many words an option takes; what cannot be told may be one. Anything else is not passed over. */
function stepsOver(word: string, program: string): number[] {
  if (word === UNKNOWN) return [1];
  if (!/^[-+]/.test(word)) return [];
  if (Object.hasOwn(VALUED, program)) return [VALUED[program]?.has(word) ? 2 : 1];
  return word.includes('=') || word === '--' ? [1] : [1, 2];
}

/** git takes an option also behind names, and short ones together. Longer words are values: `--sort -committerdate`. */
function hasOption(words: readonly string[], begin: number, option: string): boolean {
  const letter = /^-(\w)$/.exec(option)?.[1];
  for (const word of words.slice(begin)) {
    if (word === '--') return false;
    if (word === option) return true;
    if (letter !== undefined && /^-[A-Za-z]{2,3}$/.test(word) && word.includes(letter)) return true;
  }
  return false;
}

function hasTargets(
  words: readonly string[],
  begin: number,
  [program = '', ...tokens]: readonly string[],
): boolean {
  const targets: string[] = [];
  for (let at = begin; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (VALUED[program]?.has(word)) at += 1;
    else targets.push(word);
  }
  return tokens.every((token) => targets.some((word) => isTarget(word, token)));
}

function isTarget(word: string, target: string): boolean {
  return word === target || word.endsWith(`:${target}`) || word.startsWith(`${target}:`);
}

function isRehearsed(
  words: readonly string[],
  begin: number,
  [program = '', ...tokens]: readonly string[],
): boolean {
  if (!Object.hasOwn(REHEARSALS, program)) return false;
  if (!BUILDERS.has(program) && !/^(un)?publish$/.test(tokens.join(' '))) return false;
  const end = words.indexOf('--', begin);
  const options = words.slice(begin, end < 0 ? undefined : end);
  const at = options.findLastIndex(
    (word) => /^--(no-)?dry-run(=|$)/.test(word) || REHEARSALS[program]?.has(word),
  );
  const option = options[at]?.replace(/=true$/, '') ?? '';
  return REHEARSALS[program]?.has(option) === true && options[at + 1] !== 'false';
}
