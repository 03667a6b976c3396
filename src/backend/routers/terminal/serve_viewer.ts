import type { WebSocket } from 'ws';
import type { Attachment } from '@/backend/clients/tmux/tmux_client';
import { toFactoryError } from '@/backend/domain/errors';
import type { Deps } from '@/backend/services/deps';
import {
  type EndedTerminal,
  findTerminal,
  type LiveTerminal,
} from '@/backend/services/session/find_terminal';
import { resizeTerminal } from '@/backend/services/session/resize_terminal';
import {
  type ClientFrame,
  type ServerFrame,
  TerminalClose,
  type TerminalMode,
  type TerminalSize,
} from '@/shared/terminal';
import { createFlow } from './flow';
import { keepAlive } from './keep_alive';
import { onFrame } from './on_frame';
import type { Viewer, Viewers } from './viewers';

type ViewerDeps = Pick<Deps, 'store' | 'tmux' | 'log'> & { viewers: Viewers };
type ViewerInput = { ws: WebSocket; sessionId: string; mode: TerminalMode };

/** One browser's view of one session, from its first frame to its close. */
export function serveViewer(deps: ViewerDeps, { ws, sessionId, mode }: ViewerInput): void {
  let attachment: Attachment | null = null;
  let watched: LiveTerminal | null = null;
  const flow = createFlow({
    pause: () => attachment?.pause(),
    resume: () => attachment?.resume(),
  });
  const viewer: Viewer = {
    sessionId,
    watches: () => (attachment && watched ? watched.name : null),
    observed(pane) {
      if (!watched) return;
      if (!pane || pane.dead) attachment?.kill();
      else if (pane.cols !== watched.size.cols || pane.rows !== watched.size.rows) {
        viewer.resized({ cols: pane.cols, rows: pane.rows });
      }
    },
    resized(size) {
      if (!watched) return;
      watched = { ...watched, size };
      attachment?.resize(size);
      say(ws, { type: 'status', state: 'resized', ...size });
    },
    goAway() {
      say(ws, { type: 'status', state: 'detached', message: 'The server is stopping. The agent goes on.' });
      leave(TerminalClose.goingAway);
    },
  };

  function leave(code: number): void {
    ws.close(code);
    attachment?.kill();
  }

  function fail(thrown: unknown): void {
    const error = toFactoryError(thrown);
    if (error.code === 'INTERNAL') deps.log.error({ err: error, sessionId }, 'a terminal failed');
    say(ws, { type: 'status', state: 'error', message: error.sentence });
    leave(error.code === 'NOT_FOUND' ? TerminalClose.notFound : TerminalClose.failed);
  }

  function watch(live: LiveTerminal): void {
    watched = live;
    say(ws, { type: 'status', state: 'attached', mode, ...live.size });
    attachment = deps.tmux.attach({
      name: live.name,
      mode,
      ...live.size,
      onData(bytes) {
        if (ws.readyState !== ws.OPEN) return;
        flow.sent(bytes.length);
        ws.send(bytes);
      },
      onExit: () => {
        attachment = null;
        if (ws.readyState === ws.OPEN) afterwards().catch(fail);
      },
    });
  }

  /** tmux's client has gone: with the session, or by itself. */
  async function afterwards(): Promise<void> {
    const found = await findTerminal(deps, { sessionId });
    if (found.kind === 'ended') return showEnd(found);
    say(ws, { type: 'status', state: 'detached', message: 'tmux let go of this viewer.' });
    ws.close(TerminalClose.connectAgain);
  }

  function showEnd(ended: EndedTerminal): void {
    const { size, exitStatus, exitSignal } = ended;
    if (ended.text !== '') {
      say(ws, { type: 'status', state: 'resized', ...size });
      // What was drawn so far is part of it, so start over: reset, and drop the scrollback.
      ws.send(Buffer.from(`\u001bc\u001b[3J${ended.text.replaceAll('\n', '\r\n')}\u001b[0m\r\n`));
    }
    say(ws, { type: 'status', state: 'ended', exitStatus, exitSignal, ...size });
    ws.close(TerminalClose.ended);
  }

  function act(frame: ClientFrame): void {
    if (frame.type === 'ack') flow.acked(frame.bytes);
    else if (mode === 'read') return;
    else if (frame.type === 'input') attachment?.write(frame.data);
    else resize(frame).catch(fail);
  }

  async function resize(wanted: TerminalSize): Promise<void> {
    const size = await resizeTerminal(deps, { sessionId, ...wanted });
    if (size) for (const other of deps.viewers.of(sessionId)) other.resized(size);
  }

  ws.on('close', () => {
    deps.viewers.remove(viewer);
    attachment?.kill();
  });
  ws.on('error', (error) => deps.log.debug({ err: error, sessionId }, 'a terminal socket failed'));
  if (!deps.viewers.add(viewer)) {
    say(ws, {
      type: 'status',
      state: 'error',
      message: 'Too many terminals are open. Close some of them and try again.',
    });
    ws.close(TerminalClose.tooMany);
    return;
  }
  keepAlive(ws);
  onFrame(ws, act);
  findTerminal(deps, { sessionId })
    .then((found) => {
      if (ws.readyState !== ws.OPEN) return;
      if (found.kind === 'live') watch(found);
      else showEnd(found);
    })
    .catch(fail);
}

function say(ws: WebSocket, frame: ServerFrame): void {
  if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(frame));
}
