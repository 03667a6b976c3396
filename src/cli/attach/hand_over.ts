import type { Attachment } from '@/backend/clients/tmux/tmux_client';
import type { LeaveKeys } from './leave_keys';

/** Smaller and larger ones are no use to the program in it. */
const SIZES = { cols: [20, 500], rows: [5, 200] } as const;

/** What a program may have switched on in a terminal: keys, mouse, pastes, focus, colours, a hidden cursor. */
const PUT_BACK = [
  '\u001b[?1l\u001b>',
  '\u001b[?1000l\u001b[?1002l\u001b[?1003l\u001b[?1006l',
  '\u001b[?2004l\u001b[?1004l',
  '\u001b[0m\u001b[?25h',
].join('');

type View = { cols: number; rows: number; term?: string; onData(bytes: Buffer): void; onExit(): void };

/** Gives this terminal to a view until that ends or the keys to leave are pressed, and puts it back as it was. */
export async function handOver(input: {
  open(view: View): Attachment;
  leave: LeaveKeys;
}): Promise<'left' | 'ended'> {
  const { stdin, stdout } = process;
  let how: 'left' | 'ended' = 'ended';
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const view = input.open({
    ...sizeOf(stdout),
    ...(process.env.TERM ? { term: process.env.TERM } : {}),
    onData(bytes) {
      if (stdout.write(how === 'left' ? withoutAlarm(bytes) : bytes)) return;
      view.pause();
      stdout.once('drain', () => view.resume());
    },
    onExit: () => end(),
  });
  const leave = () => {
    how = 'left';
    view.kill();
  };
  const onKeys = (typed: string) => {
    const at = input.leave.find(typed);
    if (at < 0) return view.write(typed);
    if (at > 0) view.write(typed.slice(0, at));
    leave();
  };
  const onResize = () => view.resize(sizeOf(stdout));

  stdin.setRawMode(true).setEncoding('utf8').on('data', onKeys);
  stdout.on('resize', onResize);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, leave);
  try {
    await ended;
    return how;
  } finally {
    stdin.off('data', onKeys).setRawMode(false).pause();
    stdout.off('resize', onResize);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, leave);
    stdout.write(PUT_BACK);
  }
}

/** How tmux puts it that its client was told to go. */
function withoutAlarm(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('[lost tty]\r\n', ''), 'latin1');
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): { cols: number; rows: number } {
  const within = (size: number, [least, most]: readonly [number, number]) =>
    Math.min(Math.max(size, least), most);
  return { cols: within(columns, SIZES.cols), rows: within(rows, SIZES.rows) };
}
