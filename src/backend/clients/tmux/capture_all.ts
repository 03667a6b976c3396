import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { capture, LONGEST_HISTORY } from './capture';
import type { Tmux } from './core/tmux';

const MAX_BYTES = 2 * 1024 * 1024;

/** Keeps the end of a session's output, colours included, as a file that stays readable when tmux is gone. */
export async function captureAll(
  tmux: Tmux,
  input: { name: string; path: string; maxBytes?: number },
): Promise<{ bytes: number }> {
  const text = await capture(tmux, { name: input.name, historyLines: LONGEST_HISTORY, ansi: true });
  const kept = lastBytes(Buffer.from(trimScreen(text)), input.maxBytes ?? MAX_BYTES);
  await mkdir(path.dirname(input.path), { recursive: true, mode: 0o700 });
  const draft = `${input.path}.part`;
  await writeFile(draft, kept, { mode: 0o600 });
  await rename(draft, input.path);
  return { bytes: kept.length };
}

/** An empty screen below the last line of output is nothing to keep. */
function trimScreen(text: string): string {
  return `${text.replace(/\s+$/, '')}\n`;
}

/** Cut at the start of a line, so that neither a character nor an escape sequence is halved. */
function lastBytes(bytes: Buffer, max: number): Buffer {
  if (bytes.length <= max) return bytes;
  const tail = bytes.subarray(bytes.length - max);
  return tail.subarray(tail.indexOf(0x0a) + 1);
}
