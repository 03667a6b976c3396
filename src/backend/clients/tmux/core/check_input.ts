import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { TerminalSize } from '@/shared/terminal';

/** No character that tmux reads as part of a target, and no leading dash. */
const Name = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a session name is a letter, then letters, digits, - and _');
const Marker = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'a marker is letters, digits, - and _');
const noNul = z.string().refine((text) => !text.includes('\0'), 'no NUL byte');
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable name is letters, digits and _');

const StartSession = z.object({
  name: Name,
  cwd: noNul.refine((cwd) => cwd.startsWith('/'), 'the folder is an absolute path'),
  argv: z.tuple([noNul.min(1)], noNul),
  env: z.record(VariableName, noNul),
  unsetEnv: z.array(VariableName).optional(),
  marker: Marker,
});

function checkName(name: string): void {
  refuse(Name.safeParse(name), `"${name}" cannot be a tmux session's name`);
}

export function checkSize(size: { cols: number; rows: number }): void {
  refuse(TerminalSize.safeParse(size), `${size.cols}x${size.rows} cannot be a terminal's size`);
}

export function checkStart(input: z.input<typeof StartSession>): void {
  refuse(StartSession.safeParse(input), `The session "${input.name}" cannot be started`);
}

/** Exactly this session, never one whose name only begins so. */
export function sessionTarget(name: string): string {
  checkName(name);
  return `=${name}`;
}

export function paneTarget(name: string): string {
  return `${sessionTarget(name)}:`;
}

function refuse(checked: { success: boolean; error?: z.ZodError }, what: string): void {
  if (checked.success) return;
  const why = checked.error?.issues
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');
  throw new FactoryError('BAD_INPUT', `${what}: ${why}.`, 'Correct it and try again.');
}
