/**
 * What the server and its starter say to each other: a length, a kind, whose it is, and the rest. Output goes as bytes,
 * so that nothing is encoded twice and a character may lie across two frames.
 */
export type FrameKind = keyof typeof CODES;
export type Frame = { kind: FrameKind; id: number; body: Buffer };

const CODES = { ready: 0, start: 1, stdout: 2, stderr: 3, end: 4, cut: 5 } as const;
const KINDS: readonly FrameKind[] = ['ready', 'start', 'stdout', 'stderr', 'end', 'cut'];
const HEAD = 9;

export function writeFrame(kind: FrameKind, id: number, body: Buffer | string = ''): Buffer {
  const rest = typeof body === 'string' ? Buffer.from(body) : body;
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(rest.length, 0);
  head.writeUInt8(CODES[kind], 4);
  head.writeUInt32BE(id, 5);
  return rest.length === 0 ? head : Buffer.concat([head, rest]);
}

/** Gives what has arrived in whole; the beginning of the next one is kept for the next time. */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let held: Buffer = Buffer.alloc(0);
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const frames: Frame[] = [];
    while (held.length >= HEAD) {
      const end = HEAD + held.readUInt32BE(0);
      if (held.length < end) break;
      const kind = KINDS[held.readUInt8(4)];
      if (kind !== undefined) {
        frames.push({ kind, id: held.readUInt32BE(5), body: held.subarray(HEAD, end) });
      }
      held = held.subarray(end);
    }
    return frames;
  };
}
