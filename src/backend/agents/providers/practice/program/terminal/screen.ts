const RESET = '\u001b[0m';
const STYLES = {
  plain: '',
  bold: '\u001b[1m',
  dim: '\u001b[2m',
  red: '\u001b[31m',
  green: '\u001b[32m',
  yellow: '\u001b[33m',
  blue: '\u001b[34m',
  magenta: '\u001b[35m',
  cyan: '\u001b[36m',
} as const;
export type Style = keyof typeof STYLES;

export type Screen = {
  /** A line of the log, above the prompt. */
  print(text: string, style?: Style): void;
  /** The line people type in: what is in it now, and whether the agent is at work. */
  showPrompt(input: { draft: string; busy: boolean; queued: number; setAside: boolean }): void;
  close(): void;
};

type Output = { write(text: string): unknown; columns?: number; isTTY?: boolean };

/** An append-only log with one line below it for input; a pane's scrollback keeps all of it. */
export function openScreen(output: Output): Screen {
  let prompt = '';
  // Bracketed paste is asked for before anything else: text may come as soon as the tools are listed.
  output.write('\u001b[?2004h\u001b]0;practice agent\u0007');
  const draw = (text: string) => output.write(`\r\u001b[K${text}${prompt}`);
  return {
    print(text, style = 'plain') {
      const lines = clean(text).split('\n');
      draw(`${lines.map((line) => `${STYLES[style]}${line}${RESET}`).join('\r\n')}\r\n`);
    },
    showPrompt({ draft, busy, queued, setAside }) {
      const waiting = queued === 0 ? '' : ` (${queued} waiting)`;
      const lead = `${busy ? `✻ working${waiting} ` : ''}${setAside ? '(a line is set aside) ' : ''}`;
      const room = Math.max((output.columns ?? 80) - 4 - lead.length, 10);
      prompt = `${STYLES.dim}${lead}${RESET}${STYLES.cyan}›${RESET} ${summarise(draft, room)}`;
      draw('');
    },
    close() {
      prompt = '';
      output.write('\r\u001b[K\u001b[?2004l');
    },
  };
}

function summarise(draft: string, room: number): string {
  const lines = draft.split('\n').length;
  if (lines > 1) return `[pasted text, ${lines} lines]`;
  const text = clean(draft);
  return text.length <= room ? text : `…${text.slice(text.length - room + 1)}`;
}

/** Text of others is shown, never obeyed: no escape sequence of theirs reaches the terminal. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
  return text.replace(/\t/g, '  ').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '');
}
