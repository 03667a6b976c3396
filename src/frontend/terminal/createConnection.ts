import {
  type ClientFrame,
  LARGEST_INPUT,
  ServerFrame,
  TerminalClose,
  type TerminalMode,
  type TerminalSize,
} from '@/shared/terminal';

export type TerminalStatus =
  | { kind: 'connecting' }
  | { kind: 'live'; mode: TerminalMode }
  /** Comes back by itself. */
  | { kind: 'waiting'; message: string; retryMs: number }
  | { kind: 'ended'; exitStatus: number | null; exitSignal: string | null }
  /** Stays so until someone tries again. */
  | { kind: 'failed'; message: string };

export type Socket = { send(text: string): void; close(): void };
export type SocketHandlers = {
  onText(text: string): void;
  onBytes(bytes: Uint8Array): void;
  onClose(code: number): void;
};

export type ConnectionDeps = {
  open(handlers: SocketHandlers): Socket;
  screen: {
    /** Calls `taken` once the emulator has worked through the bytes. */
    write(bytes: Uint8Array, taken: () => void): void;
    resize(size: TerminalSize): void;
    reset(): void;
  };
  onStatus(status: TerminalStatus): void;
};

const ACK_EVERY = 32 * 1024;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
const LOST = 'The connection to the server was lost.';

/** Codes after which the same address gives the same answer. */
const FINAL_CODES: readonly number[] = [
  TerminalClose.notFound,
  TerminalClose.badFrame,
  TerminalClose.tooMany,
];

/** The browser's side of `shared/terminal.ts`: shows what comes, says what was taken, comes back when it is cut off. */
export function createConnection(deps: ConnectionDeps) {
  let status: TerminalStatus = { kind: 'connecting' };
  let socket: Socket | null = null;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let asked: TerminalSize | null = null;

  function report(next: TerminalStatus): void {
    status = next;
    deps.onStatus(next);
  }

  function connect(): void {
    clearTimeout(timer);
    report({ kind: 'connecting' });
    let unacknowledged = 0;
    let lastWords: string | null = null;
    const own = deps.open({
      onText: (text) => {
        if (socket === own) lastWords = hear(text) ?? lastWords;
      },
      onBytes(bytes) {
        if (socket !== own) return;
        deps.screen.write(bytes, () => {
          unacknowledged += bytes.length;
          if (socket !== own || unacknowledged < ACK_EVERY) return;
          say({ type: 'ack', bytes: unacknowledged });
          unacknowledged = 0;
        });
      },
      onClose(code) {
        if (socket !== own) return;
        socket = null;
        if (status.kind !== 'ended') afterClose(code, lastWords);
      },
    });
    socket = own;
  }

  /** Returns the words of a frame that announces a close. */
  function hear(text: string): string | null {
    const frame = parseFrame(text);
    if (frame === null) return null;
    switch (frame.state) {
      case 'attached':
        retryMs = FIRST_RETRY_MS;
        deps.screen.reset();
        deps.screen.resize(frame);
        report({ kind: 'live', mode: frame.mode });
        if (asked) say({ type: 'resize', ...asked });
        return null;
      case 'resized':
        deps.screen.resize(frame);
        return null;
      case 'ended':
        report({ kind: 'ended', exitStatus: frame.exitStatus, exitSignal: frame.exitSignal });
        return null;
      case 'detached':
      case 'error':
        return frame.message;
    }
  }

  function afterClose(code: number, words: string | null): void {
    if (stopped) return;
    if (FINAL_CODES.includes(code)) {
      report({ kind: 'failed', message: words ?? 'The server refused this terminal.' });
      return;
    }
    report({ kind: 'waiting', message: words ?? LOST, retryMs });
    timer = setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  function say(frame: ClientFrame): void {
    if (status.kind === 'live') socket?.send(JSON.stringify(frame));
  }

  connect();

  return {
    /** What was typed or pasted. Lost when nobody is there to take it, as with any terminal. */
    input(text: string): void {
      if (status.kind !== 'live' || status.mode !== 'write') return;
      for (const data of cut(text)) say({ type: 'input', data });
    },
    /** The size that would fill the space; asked for again after each reconnect. */
    resize(size: TerminalSize): void {
      if (asked?.cols === size.cols && asked.rows === size.rows) return;
      asked = { cols: size.cols, rows: size.rows };
      say({ type: 'resize', ...asked });
    },
    reconnect(): void {
      const old = socket;
      socket = null;
      old?.close();
      retryMs = FIRST_RETRY_MS;
      connect();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      const old = socket;
      socket = null;
      old?.close();
    },
  };
}

function parseFrame(text: string): ServerFrame | null {
  try {
    return ServerFrame.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Into pieces that fit a frame, never between the two halves of one character. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + LARGEST_INPUT, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
