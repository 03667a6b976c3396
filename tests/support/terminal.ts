import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pino from 'pino';
import { WebSocket } from 'ws';
import { newId } from '@/backend/clients/home/new_id';
import { ensureAgent } from '@/backend/resource_accessors/agent.accessor';
import { createSession, type Session } from '@/backend/resource_accessors/session.accessor';
import { type TerminalUpgrade, terminalUpgrade } from '@/backend/routers/terminal/terminal_upgrade';
import { createListener } from '@/backend/routers/web/create_listener';
import { issueOwnerCookie } from '@/backend/routers/web/owner_cookie';
import { type ClientFrame, ServerFrame, type TerminalMode } from '@/shared/terminal';
import { listen } from './listen';
import { addTestProject, addTestTask, openTestStore, type TestStore } from './store';
import { createTestTmux, type TestTmux } from './tmux';
import { waitFor } from './wait_for';

export type TestTerminal = {
  url: string;
  cookie: string;
  t: TestTmux;
  store: TestStore['store'];
  terminal: TerminalUpgrade;
  /** A session row, with its program running in tmux. */
  begin(argv: readonly [string, ...string[]]): Promise<Session>;
  view(sessionId: string, mode?: TerminalMode, options?: { ack?: boolean }): TestViewer;
  cleanup(): Promise<void>;
};

export type TestViewer = {
  ws: WebSocket;
  frames: ServerFrame[];
  text(): string;
  bytes(): number;
  send(frame: ClientFrame): void;
  shows(text: string): Promise<void>;
  frame<State extends ServerFrame['state']>(state: State): Promise<Extract<ServerFrame, { state: State }>>;
  closed: Promise<number>;
};

/** A real HTTP server with our listener, real tmux and a real database behind it. */
export async function startTestTerminal(): Promise<TestTerminal> {
  const [t, db] = await Promise.all([createTestTmux(), openTestStore()]);
  const terminal = terminalUpgrade({ store: db.store, tmux: t.tmux, log: pino({ level: 'silent' }) });
  const cookieKey = randomBytes(32);
  const server = createServer();
  const running = await listen(server);
  const port = Number(new URL(running.url).port);
  const listener = createListener({
    port,
    dev: false,
    home: { cookieKey, currentToken: () => 'token', rotateToken: () => undefined },
    clock: () => new Date(),
    mounts: [],
    upgrades: [terminal],
    pages: null,
    onError: () => undefined,
  });
  server.on('request', listener.request);
  server.on('upgrade', listener.upgrade);
  const cookie = issueOwnerCookie({ key: cookieKey, port, now: new Date() }).split(';')[0] ?? '';

  async function begin(argv: readonly [string, ...string[]]): Promise<Session> {
    const id = newId();
    const name = `worker-${id.slice(0, 8)}`;
    const row = await db.store.write(async (tx) => {
      const project = await addTestProject(tx);
      const task = await addTestTask(tx, { projectId: project.id });
      const { agent } = await ensureAgent(tx, {
        id,
        role: 'WORKER',
        projectId: project.id,
        taskId: task.id,
        provider: 'practice',
        model: null,
        permissionMode: 'auto',
        tmuxName: name,
        providerSessionId: newId(),
      });
      return createSession(tx, {
        id: newId(),
        agentId: agent.id,
        tmuxName: name,
        marker: `marker-${id}`,
        serverUrl: running.url,
        providerSessionId: agent.providerSessionId,
        resumed: false,
        transcriptPath: null,
      });
    });
    await t.start({ name, argv, marker: row.marker });
    return row;
  }

  return {
    url: running.url,
    cookie,
    t,
    store: db.store,
    terminal,
    begin,
    view: (sessionId, mode = 'read', options = {}) =>
      openViewer(
        new WebSocket(`${running.url.replace('http', 'ws')}/terminal/${sessionId}?mode=${mode}`, {
          headers: { cookie, origin: running.url },
        }),
        options.ack ?? true,
      ),
    async cleanup() {
      await terminal.close();
      await running.stop();
      await t.cleanup();
      await db.close();
    },
  };
}

function openViewer(ws: WebSocket, acks: boolean): TestViewer {
  const frames: ServerFrame[] = [];
  let seen = Buffer.alloc(0);
  let total = 0;
  const send = (frame: ClientFrame) => ws.send(JSON.stringify(frame));
  ws.on('message', (data, isBinary) => {
    if (!isBinary) {
      frames.push(ServerFrame.parse(JSON.parse(String(data))));
      return;
    }
    const bytes = Buffer.isBuffer(data) ? data : Buffer.from(String(data));
    total += bytes.length;
    seen = Buffer.concat([seen, bytes]).subarray(-1024 * 1024);
    if (acks && ws.readyState === ws.OPEN) send({ type: 'ack', bytes: bytes.length });
  });
  ws.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  const text = () => seen.toString();
  return {
    ws,
    frames,
    text,
    bytes: () => total,
    send,
    closed,
    async shows(wanted) {
      await waitFor(`"${wanted}" in a viewer`, () => text().includes(wanted), {
        instead: () => `${JSON.stringify(frames)}\n${text().slice(-2000)}`,
      });
    },
    async frame(state) {
      return waitFor(
        `the frame "${state}"`,
        () =>
          frames.find(
            (frame): frame is Extract<ServerFrame, { state: typeof state }> => frame.state === state,
          ),
        { instead: () => JSON.stringify(frames) },
      );
    },
  };
}
