import type { WebSocket } from 'ws';

const EVERY_MS = 30_000;

/** A laptop that was closed says no goodbye: without an answer to a ping its viewer is ended. */
export function keepAlive(ws: WebSocket): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return ws.terminate();
    answered = false;
    ws.ping();
  }, EVERY_MS);
  timer.unref();
  ws.on('pong', () => {
    answered = true;
  });
  ws.on('close', () => clearInterval(timer));
}
