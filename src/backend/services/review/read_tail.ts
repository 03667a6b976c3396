import { open } from 'node:fs/promises';

const TAIL_BYTES = 8_000;

/** The end of a log, whole lines only; nothing when there is no such file yet. */
export async function readTail(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString('utf8').replaceAll('\0', '');
    // Cut in the middle of a line, perhaps of a character.
    return size > length ? `…${text.slice(text.indexOf('\n') + 1)}` : text;
  } finally {
    await handle.close();
  }
}
