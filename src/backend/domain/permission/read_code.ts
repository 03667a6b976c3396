/** What a piece of code says it would run, as far as it stands there in plain words. */
export type CodeRuns = {
  /** Texts for a shell: `os.system('git push')`. */
  texts: string[];
  /** Programs with their arguments: `run(['git', 'push'])`, `spawn('git', ['push'])`. */
  commands: string[][];
  /** Other lists of texts, which may be given to something that runs them. */
  lists: string[][];
};

type Token = { kind: 'text' | 'name' | 'sign'; text: string };

const NAME = /[\w$]+/y;
const QUOTES = new Set(["'", '"', '`']);
const RUNNERS = new Set(
  '$ Popen call check_call check_output exec execFile execFileSync execSync execa execaCommand execaSync getoutput getstatusoutput popen run shell_exec spawn spawnSync system'.split(
    ' ',
  ),
);
/** A regular expression has an `exec` too. */
const OWNERS_OF_EXEC = new Set(['child_process', 'childProcess', 'cp', ')']);
const PREFIX = /^[rbfuRBFU]{1,2}$/;

/** Only plain occurrences are found: what code puts together itself is not known before it is run. */
export function readCode(code: string): CodeRuns {
  const tokens = tokensOf(code);
  const found: CodeRuns = { texts: [], commands: [], lists: [] };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'sign' && token.text === '[') {
      const list = textsFrom(tokens, at + 1);
      if (list.length > 1) found.lists.push(list);
    }
    if (token.kind !== 'name' || !isRunner(tokens, at)) continue;
    const begin = isSign(tokens[at + 1], '(') ? at + 2 : at + 1;
    if (isSign(tokens[begin], '[')) found.commands.push(textsFrom(tokens, begin + 1));
    const texts = textsFrom(tokens, begin);
    const behind = begin + texts.length * 2;
    const rest = isSign(tokens[behind], '[') ? textsFrom(tokens, behind + 1) : [];
    if (texts.length + rest.length > 1) found.commands.push([...texts, ...rest]);
    else found.texts.push(...texts);
  }
  return found;
}

function isRunner(tokens: readonly Token[], at: number): boolean {
  const name = tokens[at]?.text ?? '';
  if (name !== 'exec' || !isSign(tokens[at - 1], '.')) return RUNNERS.has(name);
  return OWNERS_OF_EXEC.has(tokens[at - 2]?.text ?? '');
}

/** Texts with commas between them, from here on. */
function textsFrom(tokens: readonly Token[], begin: number): string[] {
  const texts: string[] = [];
  for (let at = begin; tokens[at]?.kind === 'text'; at += 2) {
    texts.push(tokens[at]?.text ?? '');
    if (!isSign(tokens[at + 1], ',')) break;
  }
  return texts;
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < code.length; ) {
    const char = code[at] ?? '';
    NAME.lastIndex = at;
    const name = NAME.exec(code)?.[0];
    if (name !== undefined) {
      at += name.length;
      if (!PREFIX.test(name) || !QUOTES.has(code[at] ?? '')) tokens.push({ kind: 'name', text: name });
    } else if (QUOTES.has(char)) {
      const { text, end } = readQuoted(code, at);
      if (text !== null) tokens.push({ kind: 'text', text });
      at = end;
    } else {
      if (char.trim() !== '') tokens.push({ kind: 'sign', text: char });
      at += 1;
    }
  }
  return tokens;
}

/** A mark that is not closed on its line is the apostrophe of a comment: the rest of the line says nothing. */
function readQuoted(code: string, begin: number): { text: string | null; end: number } {
  const mark = code[begin] ?? '';
  const isLong = mark !== '`' && code.startsWith(mark.repeat(3), begin);
  const close = isLong ? mark.repeat(3) : mark;
  let text = '';
  for (let at = begin + close.length; at < code.length; at += 1) {
    const char = code[at] ?? '';
    if (code.startsWith(close, at)) return { text, end: at + close.length };
    if (char === '\n' && !isLong && mark !== '`') return { text: null, end: at };
    if (char === '\\') at += 1;
    text += code[at] ?? '';
  }
  return { text: null, end: code.length };
}
