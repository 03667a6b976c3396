import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Provider } from '../providers/provider';
import { findMarkers } from './marker';

/** An agent names the file: opening a pipe must not wait for somebody to write to it. */
const UNBLOCKED = constants.O_RDONLY | constants.O_NONBLOCK;
const LOOK_BACK_BYTES = 16 * 1024 * 1024;

/**
 * Whether the agent's own transcript shows that it was given this delivery. It is asked before anything is given a
 * second time: an acknowledgement may be lost (a server killed at that moment), the transcript is not.
 */
export async function wasWitnessed(
  provider: Pick<Provider, 'readTranscript'>,
  input: { transcriptPath: string | null; deliveryId: string },
): Promise<boolean> {
  if (input.transcriptPath === null) return false;
  const text = await readEnd(input.transcriptPath);
  if (!text.includes(input.deliveryId)) return false;
  const lines = text.split('\n').filter((line) => line.includes(input.deliveryId));
  const { userTexts } = provider.readTranscript(`${lines.join('\n')}\n`);
  return userTexts.some((said) => findMarkers(said).includes(input.deliveryId));
}

async function readEnd(file: string): Promise<string> {
  const handle = await open(file, UNBLOCKED).catch(() => null);
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, LOOK_BACK_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await handle.close();
  }
}
