import { createServer, type Server } from 'node:http';
import type { Listener } from './create_listener';

export type WebLimits = {
  /** The head of a request must have come by then. */
  headersMs: number;
  /** And all of it by then. Answers may take as long as they like. */
  requestMs: number;
  checkEveryMs: number;
  connections: number;
};

const LIMITS: WebLimits = { headersMs: 10_000, requestMs: 60_000, checkEveryMs: 5_000, connections: 2_000 };

/** The listener on a socket of ours, with an end to whoever holds a connection without using it. */
export function createWebServer(listener: Listener, limits: WebLimits = LIMITS): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    listener.request,
  );
  server.maxConnections = limits.connections;
  server.on('upgrade', listener.upgrade);
  return server;
}
