import type { WebSocket } from 'ws';
import { ClientFrame, TerminalClose } from '@/shared/terminal';

/** Calls back with each well-formed frame; the first bad one ends the connection. */
export function onFrame(ws: WebSocket, act: (frame: ClientFrame) => void): void {
  ws.on('message', (data, isBinary) => {
    if (ws.readyState !== ws.OPEN) return;
    const frame = isBinary ? null : parse(String(data));
    if (frame) return act(frame);
    const message = 'The terminal sent something that the server does not understand. Reload the page.';
    ws.send(JSON.stringify({ type: 'status', state: 'error', message }));
    ws.close(TerminalClose.badFrame);
  });
}

function parse(text: string): ClientFrame | null {
  try {
    return ClientFrame.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
