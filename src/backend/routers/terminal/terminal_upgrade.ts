import { WebSocketServer } from 'ws';
import type { UpgradeMount } from '@/backend/routers/web/create_listener';
import { refuseUpgrade } from '@/backend/routers/web/refuse_upgrade';
import type { Deps } from '@/backend/services/deps';
import { TerminalMode } from '@/shared/terminal';
import { startPatrol } from './patrol';
import { serveViewer } from './serve_viewer';
import { createViewers } from './viewers';

const PREFIX = '/terminal/';
/** An input frame at its largest, with every character escaped. */
const LARGEST_FRAME = 2 * 1024 * 1024;
const FAREWELL_MS = 300;

export type TerminalUpgrade = UpgradeMount & {
  /** Tells every viewer to come back later, and is done when the last one has gone. */
  close(): Promise<void>;
};

/** The live terminal at `/terminal/<sessionId>?mode=read|write`, as `shared/terminal.ts` describes it. */
export function terminalUpgrade(deps: Pick<Deps, 'store' | 'tmux' | 'log'>): TerminalUpgrade {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const viewers = createViewers();
  const stopPatrol = startPatrol({ ...deps, viewers });
  let closing = false;
  return {
    prefix: PREFIX,
    handle(req, socket, head, url) {
      const mode = TerminalMode.safeParse(url.searchParams.get('mode') ?? 'read');
      const sessionId = readId(url);
      if (closing || !mode.success || sessionId === null) return refuseUpgrade(socket, closing ? 503 : 400);
      server.handleUpgrade(req, socket, head, (ws) =>
        serveViewer({ ...deps, viewers }, { ws, sessionId, mode: mode.data }),
      );
    },
    async close() {
      closing = true;
      stopPatrol();
      for (const viewer of viewers.all()) viewer.goAway();
      const clients = [...server.clients];
      const gone = Promise.all(clients.map((ws) => new Promise((resolve) => ws.once('close', resolve))));
      const timer = setTimeout(() => {
        for (const ws of clients) ws.terminate();
      }, FAREWELL_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}

function readId(url: URL): string | null {
  const found = /^\/terminal\/([A-Za-z0-9_-]{1,64})$/.exec(url.pathname);
  return found?.[1] ?? null;
}
