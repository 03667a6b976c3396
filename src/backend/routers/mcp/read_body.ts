import type { IncomingMessage } from 'node:http';
import { readBytes } from '../web/read_bytes';

const MAX_BYTES = 2 * 1024 * 1024;

export type Body = { ok: true; json: unknown } | { ok: false; status: 400 | 413; message: string };

/** The JSON of a request, or why it cannot be taken. */
export async function readBody(req: IncomingMessage): Promise<Body> {
  const bytes = await readBytes(req, MAX_BYTES);
  if (bytes === null) {
    return {
      ok: false,
      status: 413,
      message: 'The request is too large. Keep each text under 200,000 characters.',
    };
  }
  try {
    return { ok: true, json: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { ok: false, status: 400, message: 'The request is not JSON.' };
  }
}
