import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LARGEST_INPUT, type ServerFrame, TerminalClose } from '@/shared/terminal';
import { createConnection, type SocketHandlers, type TerminalStatus } from './createConnection';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function world() {
  const opened: { handlers: SocketHandlers; sent: unknown[]; closed: boolean }[] = [];
  const statuses: TerminalStatus[] = [];
  const screen: string[] = [];
  const untaken: (() => void)[] = [];
  const connection = createConnection({
    open(handlers) {
      const sent: unknown[] = [];
      const socket = { handlers, sent, closed: false };
      opened.push(socket);
      return {
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
        },
      };
    },
    screen: {
      write: (bytes, taken) => {
        screen.push(`write ${bytes.length}`);
        untaken.push(taken);
      },
      resize: ({ cols, rows }) => screen.push(`resize ${cols}x${rows}`),
      reset: () => screen.push('reset'),
    },
    onStatus: (status) => statuses.push(status),
  });
  const socket = (index: number) => {
    const found = opened[index];
    if (!found) throw new Error(`socket ${index} was not opened`);
    return found;
  };
  const tell = (index: number, frame: ServerFrame) => socket(index).handlers.onText(JSON.stringify(frame));
  const attach = (index: number, mode: 'read' | 'write' = 'write') =>
    tell(index, { type: 'status', state: 'attached', mode, cols: 100, rows: 30 });
  return { connection, opened, statuses, screen, untaken, socket, tell, attach };
}

it('takes the size of the session, then its bytes, and acknowledges what the emulator has taken', () => {
  const w = world();
  w.attach(0);
  expect(w.screen).toEqual(['reset', 'resize 100x30']);
  expect(w.statuses.at(-1)).toEqual({ kind: 'live', mode: 'write' });
  for (let index = 0; index < 3; index += 1) w.socket(0).handlers.onBytes(new Uint8Array(20_000));
  expect(w.socket(0).sent).toEqual([]);
  for (const taken of w.untaken) taken();
  expect(w.socket(0).sent).toEqual([{ type: 'ack', bytes: 40_000 }]);
});

it('sends input only while it may write, long pastes in pieces that break no character', () => {
  const w = world();
  w.connection.input('too early');
  w.attach(0, 'read');
  w.connection.input('reading');
  expect(w.socket(0).sent).toEqual([]);
  w.connection.reconnect();
  w.attach(1);
  const text = `${'x'.repeat(LARGEST_INPUT - 1)}😀end`;
  w.connection.input(text);
  const pieces = w.socket(1).sent.map((frame) => JSON.stringify(frame));
  expect(pieces).toEqual([
    JSON.stringify({ type: 'input', data: 'x'.repeat(LARGEST_INPUT - 1) }),
    JSON.stringify({ type: 'input', data: '😀end' }),
  ]);
});

it('comes back after a cut with growing patience, and asks again for its size', () => {
  const w = world();
  w.attach(0);
  w.connection.resize({ cols: 140, rows: 50 });
  w.connection.resize({ cols: 140, rows: 50 });
  expect(w.socket(0).sent).toEqual([{ type: 'resize', cols: 140, rows: 50 }]);
  w.socket(0).handlers.onClose(1006);
  expect(w.statuses.at(-1)).toMatchObject({ kind: 'waiting', retryMs: 500 });
  vi.advanceTimersByTime(500);
  w.socket(1).handlers.onClose(1006);
  expect(w.statuses.at(-1)).toMatchObject({ kind: 'waiting', retryMs: 1000 });
  vi.advanceTimersByTime(999);
  expect(w.opened).toHaveLength(2);
  vi.advanceTimersByTime(1);
  w.attach(2);
  expect(w.socket(2).sent).toEqual([{ type: 'resize', cols: 140, rows: 50 }]);
  w.tell(2, { type: 'status', state: 'detached', message: 'The server is stopping.' });
  w.socket(2).handlers.onClose(TerminalClose.goingAway);
  expect(w.statuses.at(-1)).toEqual({ kind: 'waiting', message: 'The server is stopping.', retryMs: 500 });
});

it('shows the end and does not come back by itself', () => {
  const w = world();
  w.attach(0);
  w.tell(0, { type: 'status', state: 'ended', exitStatus: 7, exitSignal: null, cols: 80, rows: 24 });
  w.socket(0).handlers.onClose(TerminalClose.ended);
  vi.advanceTimersByTime(60_000);
  expect(w.statuses.at(-1)).toEqual({ kind: 'ended', exitStatus: 7, exitSignal: null });
  expect(w.opened).toHaveLength(1);
});

it('stays down when the server says no, until someone tries again', () => {
  const w = world();
  w.tell(0, { type: 'status', state: 'error', message: 'There is no session x.' });
  w.socket(0).handlers.onClose(TerminalClose.notFound);
  vi.advanceTimersByTime(60_000);
  expect(w.statuses.at(-1)).toEqual({ kind: 'failed', message: 'There is no session x.' });
  expect(w.opened).toHaveLength(1);
  w.connection.reconnect();
  expect(w.opened).toHaveLength(2);
});

it('hears nothing from a socket it has left, and nothing after its stop', () => {
  const w = world();
  w.attach(0);
  w.socket(0).handlers.onBytes(new Uint8Array(50_000));
  w.connection.reconnect();
  expect(w.socket(0).closed).toBe(true);
  w.untaken[0]?.();
  w.socket(0).handlers.onClose(1006);
  w.socket(0).handlers.onBytes(new Uint8Array(10));
  expect(w.socket(0).sent).toEqual([]);
  expect(w.socket(1).sent).toEqual([]);
  expect(w.opened).toHaveLength(2);
  w.connection.stop();
  w.socket(1).handlers.onClose(1006);
  vi.advanceTimersByTime(60_000);
  expect(w.opened).toHaveLength(2);
});

it('passes over a frame that it does not know', () => {
  const w = world();
  w.socket(0).handlers.onText('{"state":"news"}');
  w.socket(0).handlers.onText('not json');
  expect(w.statuses).toEqual([{ kind: 'connecting' }]);
});
