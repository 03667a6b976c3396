import type { TerminalMode } from '@/shared/terminal';
import type { Socket, SocketHandlers } from './createConnection';

/** The live terminal of a session, on the server that this page came from. */
export function openSocket(
  input: { sessionId: string; mode: TerminalMode },
  handlers: SocketHandlers,
): Socket {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws';
  const path = `/terminal/${encodeURIComponent(input.sessionId)}?mode=${input.mode}`;
  const ws = new WebSocket(`${scheme}://${window.location.host}${path}`);
  ws.binaryType = 'arraybuffer';
  ws.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data === 'string') handlers.onText(event.data);
    else if (event.data instanceof ArrayBuffer) handlers.onBytes(new Uint8Array(event.data));
  };
  ws.onclose = (event) => handlers.onClose(event.code);
  return {
    send: (text) => {
      if (ws.readyState === WebSocket.OPEN) ws.send(text);
    },
    close: () => ws.close(),
  };
}
