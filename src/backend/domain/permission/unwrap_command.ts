import { programOf, SHELLS, VALUED, WRAPPERS } from './programs';

/** What a command runs: the program at a word of it, and text for a shell or another interpreter; null is its input. */
export type Run =
  | { kind: 'program'; at: number }
  | { kind: 'shell'; text: string | null }
  | { kind: 'code'; text: string | null };

const BEFORE_A_COMMAND = new Set('! { do elif else if then until while'.split(' '));
const ASSIGNMENT = /^\w+\+?=/;
const SEARCH_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
/** Options of interpreters whose value is code. */
const CODE: Record<string, RegExp> = {
  bun: /^(-e|-p|--eval|--print)$/,
  deno: /^(eval|--eval)$/,
  node: /^(-e|-p|-pe|--eval|--print)$/,
  perl: /^-[a-z]*[eE]$/,
  php: /^-r$/,
  python: /^-[a-zA-Z]*c$/,
  python3: /^-[a-zA-Z]*c$/,
  ruby: /^-[a-z]*e$/,
};
/** With these perl and ruby go over lines of text: what stands there is mostly text, too. */
const GOES_OVER_TEXT = /^-\w*[pi]/;
const INPUT = new Set(['-', '/dev/stdin']);

/** All that one command runs, by itself and through others that take a command: `timeout 5 env A=1 sh -c "…"`. */
export function unwrapCommand(words: readonly string[]): Run[] {
  const runs: Run[] = [];
  const todo = [0];
  const done = new Set<number>();
  let isSearch = false;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    while (ASSIGNMENT.test(words[at] ?? '') || BEFORE_A_COMMAND.has(words[at] ?? '')) at += 1;
    const word = words[at];
    if (word === undefined || done.has(at)) continue;
    done.add(at);
    const program = programOf(word);
    runs.push({ kind: 'program', at });
    if (SHELLS.has(program)) runs.push(...runsOfShell(words, at + 1));
    else if (program === 'trap') runs.push(...textRuns([firstOperand(words, at + 1)]));
    else if (program === 'alias') runs.push(...textRuns(words.slice(at + 1).map(valueOfAlias)));
    else if (program === 'find') {
      if (!isSearch) todo.push(...startsInSearch(words, at + 1));
      isSearch = true;
    } else {
      if (Object.hasOwn(CODE, program)) runs.push(...runsOfInterpreter(program, words, at + 1));
      if (Object.hasOwn(WRAPPERS, program)) {
        const { start, texts } = passWrapper(words, at);
        runs.push(...textRuns(texts));
        if (start !== null) todo.push(start);
      }
    }
  }
  return runs;
}

function textRuns(texts: readonly (string | null)[]): Run[] {
  return texts.map((text) => ({ kind: 'shell', text }));
}

function firstOperand(words: readonly string[], begin: number): string {
  return words.find((word, at) => at >= begin && !word.startsWith('-')) ?? '';
}

function valueOfAlias(word: string): string {
  return word.slice(word.indexOf('=') + 1);
}

function runsOfShell(words: readonly string[], begin: number): Run[] {
  let wantsText = false;
  let readsInput = false;
  for (let at = begin; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (wantsText && !/^[-+]./.test(word)) return textRuns([word]);
    if (INPUT.has(word)) return [{ kind: 'shell', text: null }];
    if (word.startsWith('--')) {
      const text = /^--command=(.*)$/s.exec(word)?.[1];
      if (text !== undefined) return textRuns([text]);
      if (word === '--command') wantsText = true;
      if (word === '--rcfile' || word === '--init-file') at += 1;
    } else if (/^[-+]/.test(word)) {
      wantsText ||= word.startsWith('-') && word.includes('c');
      readsInput ||= word.startsWith('-') && word.includes('s');
      if (/[oO]$/.test(word)) at += 1;
    } else return readsInput ? [{ kind: 'shell', text: null }] : [];
  }
  return wantsText ? [] : [{ kind: 'shell', text: null }];
}

function runsOfInterpreter(program: string, words: readonly string[], begin: number): Run[] {
  for (let at = begin; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (INPUT.has(word)) return [{ kind: 'code', text: null }];
    if ((program === 'perl' || program === 'ruby') && GOES_OVER_TEXT.test(word)) return [];
    if (CODE[program]?.test(word)) return [{ kind: 'code', text: words[at + 1] ?? '' }];
    if (word.startsWith('--eval=')) return [{ kind: 'code', text: word.slice('--eval='.length) }];
    if (!word.startsWith('-') || word === '-m') return [];
    if (VALUED[program]?.has(word)) at += 1;
  }
  return [{ kind: 'code', text: null }];
}

/** Those of searches within this one are among them. */
function startsInSearch(words: readonly string[], begin: number): number[] {
  return words.flatMap((word, at) => (at >= begin && SEARCH_RUNS.has(word) ? [at + 1] : []));
}

/** Where the program begins that a wrapper runs, and what it gives to a shell. */
function passWrapper(
  words: readonly string[],
  wrapperAt: number,
): { start: number | null; texts: (string | null)[] } {
  const name = programOf(words[wrapperAt] ?? '');
  const wrapper = WRAPPERS[name] ?? {};
  const texts: string[] = [];
  let awaits = wrapper.only !== undefined;
  // What has a body may have a name before it: `coproc NAME { …; }`.
  let operands = name === 'coproc' && words[wrapperAt + 2] === '{' ? 1 : (wrapper.operands ?? 0);
  let joins = wrapper.joined === true;
  let at = wrapperAt + 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      if (awaits) return { start: null, texts };
      at += 1 + operands;
      break;
    }
    if (/^-./.test(word)) {
      if (name === 'command' && /^-[vV]$/.test(word)) return { start: null, texts };
      if (name === 'watch' && /^(-x|--exec)$/.test(word)) joins = false;
      const option = lastOption(word);
      const [, long, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
      if (long !== undefined && wrapper.text?.has(long)) texts.push(value);
      if (wrapper.text?.has(option)) texts.push(words[at + 1] ?? '');
      if (wrapper.text?.has(option) || wrapper.valued?.has(option)) at += 1;
    } else if (awaits && wrapper.only?.has(word)) awaits = false;
    else if (wrapper.passes?.has(word)) at += word === 'workspace' ? 1 : 0;
    else if (awaits) return { start: null, texts };
    else if (operands > 0) operands -= 1;
    else break;
  }
  if (!joins) return { start: at, texts };
  return { start: null, texts: [...texts, ...textsOf(words.slice(at))] };
}

/** `-qc` takes what `-c` takes. */
function lastOption(word: string): string {
  return /^-[A-Za-z]{2,4}$/.test(word) ? `-${word.at(-1)}` : word;
}

/** `parallel` is given what it runs, or only the values: then these are commands, or the lines that it reads. */
function textsOf(words: readonly string[]): (string | null)[] {
  if (words.length === 0) return [null];
  const end = words.findIndex((word) => /^:::/.test(word));
  if (end === 0) return words.filter((word) => !word.startsWith(':::'));
  return [words.slice(0, end < 0 ? undefined : end).join(' ')];
}
