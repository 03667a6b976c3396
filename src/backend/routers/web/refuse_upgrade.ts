import type { Duplex } from 'node:stream';

/** Says no to a socket and lets go of it: an error on it is the other side's business, and it is not kept half open. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
