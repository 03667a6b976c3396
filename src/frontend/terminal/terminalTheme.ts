import type { ITheme } from '@xterm/xterm';
import { resolveColours } from '@/frontend/theme/resolveColours';

const TOKENS = [
  'surface',
  'line-strong',
  'control',
  'text',
  'muted',
  'accent',
  'selected',
  'working',
  'review',
  'blocked',
  'failed',
  'done',
] as const;

/** The sixteen colours of a terminal in our own tokens, so that red means the same in it and around it. */
export function terminalTheme(): ITheme {
  const c = resolveColours(TOKENS);
  return {
    background: c.surface,
    foreground: c.text,
    cursor: c.accent,
    cursorAccent: c.surface,
    selectionBackground: c.selected,
    black: c['line-strong'],
    red: c.failed,
    green: c.done,
    yellow: c.blocked,
    blue: c.accent,
    magenta: c.review,
    cyan: c.working,
    white: c.muted,
    brightBlack: c.control,
    brightRed: c.failed,
    brightGreen: c.done,
    brightYellow: c.blocked,
    brightBlue: c.accent,
    brightMagenta: c.review,
    brightCyan: c.working,
    brightWhite: c.text,
  };
}
