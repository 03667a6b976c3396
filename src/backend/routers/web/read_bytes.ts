import type { IncomingMessage } from 'node:http';

/** The body of a request; null when it is longer than that. No more than that is ever held. */
export async function readBytes(req: IncomingMessage, most: number): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // Read to its end all the same: leaving in the middle would break the connection under the refusal.
    if (size <= most) chunks.push(bytes);
    else chunks = [];
  }
  return size <= most ? Buffer.concat(chunks) : null;
}
