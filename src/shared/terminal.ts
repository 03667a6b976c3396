import { z } from 'zod';

/**
 * The live terminal: a WebSocket at `/terminal/<sessionId>?mode=read|write`.
 *
 * Server to browser: binary frames are the terminal's bytes, to be written to the emulator as they are (a
 * character may be split over two frames); text frames are a `ServerFrame`.
 * Browser to server: text frames only, each a `ClientFrame`.
 *
 * The session has ONE size, which every viewer is told (`attached`, `resized`). A viewer makes its emulator
 * exactly that large and scrolls where its space is smaller. A writer may ask for another size with `resize`;
 * a reader's `resize` changes nothing.
 *
 * Every byte must be acknowledged once the emulator has taken it (`ack`, a few times per 100 KB is enough):
 * with too much unacknowledged the server stops reading, so a slow tab costs no memory anywhere.
 */
export const TerminalMode = z.enum(['read', 'write']);
export type TerminalMode = z.infer<typeof TerminalMode>;

const cols = z.number().int().min(20).max(500);
const rows = z.number().int().min(5).max(200);

export const TerminalSize = z.object({ cols, rows });
export type TerminalSize = z.infer<typeof TerminalSize>;

/** A writer's small window does not squeeze the agent's screen below this. */
export const SMALLEST_AGENT_SIZE: TerminalSize = { cols: 80, rows: 24 };

/** The most that one input frame may carry; longer pastes are cut into several frames. */
export const LARGEST_INPUT = 256 * 1024;

export const ClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), cols, rows }),
  z.object({ type: z.literal('input'), data: z.string().max(LARGEST_INPUT) }),
  /** How many more bytes of output the emulator has taken since the last `ack`. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().nonnegative() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

export const ServerFrame = z.discriminatedUnion('state', [
  z.object({
    type: z.literal('status'),
    state: z.literal('attached'),
    mode: TerminalMode,
    cols: z.number(),
    rows: z.number(),
  }),
  z.object({ type: z.literal('status'), state: z.literal('resized'), cols: z.number(), rows: z.number() }),
  /** The program is over; what it left on the screen came before this frame. The socket closes next. */
  z.object({
    type: z.literal('status'),
    state: z.literal('ended'),
    exitStatus: z.number().nullable(),
    exitSignal: z.string().nullable(),
    /** Size of the text that came before, when it was a file or a last screen. */
    cols: z.number().nullable(),
    rows: z.number().nullable(),
  }),
  /** Nothing is wrong with the session; connect again. */
  z.object({ type: z.literal('status'), state: z.literal('detached'), message: z.string() }),
  z.object({ type: z.literal('status'), state: z.literal('error'), message: z.string() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Why the server closed the socket. */
export const TerminalClose = {
  ended: 1000,
  goingAway: 1001,
  badFrame: 1008,
  failed: 1011,
  connectAgain: 1012,
  tooMany: 1013,
  notFound: 4404,
} as const;
