import { spawn } from 'node-pty';

export type PtyInput = {
  file: string;
  args: readonly string[];
  /** All of the program's environment; nothing of ours is added. */
  env: Readonly<Record<string, string>>;
  cols: number;
  rows: number;
  /** The program's TERM. */
  term?: string;
  onData(bytes: Buffer): void;
  /** Once, after the last `onData`. */
  onExit(): void;
};

export type Pty = {
  pid: number;
  write(text: string): void;
  resize(size: { cols: number; rows: number }): void;
  /** Stops reading: the program is held back by its own full terminal. */
  pause(): void;
  resume(): void;
  kill(): void;
};

/** A program on a terminal of its own. After its end every verb does nothing. */
export function openPty(input: PtyInput): Pty {
  let ended = false;
  const pty = spawn(input.file, [...input.args], {
    name: input.term ?? 'xterm-256color',
    cwd: '/',
    env: { ...input.env },
    cols: input.cols,
    rows: input.rows,
    // Raw bytes: decoding here could split a character at the edge of a read.
    encoding: null,
  });
  pty.onData((chunk: unknown) => input.onData(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))));
  pty.onExit(() => {
    ended = true;
    input.onExit();
  });
  // The number of a closed terminal's file may belong to another file by then: touch it no more.
  const whileOpen =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!ended) act(...args);
    };
  return {
    pid: pty.pid,
    write: whileOpen((text: string) => pty.write(Buffer.from(text))),
    resize: whileOpen(({ cols, rows }: { cols: number; rows: number }) => {
      try {
        pty.resize(cols, rows);
      } catch {
        // It closed its terminal and is about to exit.
      }
    }),
    pause: whileOpen(() => pty.pause()),
    resume: whileOpen(() => pty.resume()),
    kill: whileOpen(() => {
      // A paused terminal would never be read to its end.
      pty.resume();
      pty.kill('SIGHUP');
    }),
  };
}
