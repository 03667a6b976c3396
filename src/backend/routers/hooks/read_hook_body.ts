import type { IncomingMessage } from 'node:http';
import { readBytes } from '../web/read_bytes';

/** Hooks carry whole tool results. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The JSON of a hook; undefined when it is not JSON or too long. */
export async function readHookBody(req: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(req, MAX_BYTES);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
