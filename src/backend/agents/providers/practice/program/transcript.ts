import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PracticeRecord } from '@/shared/practice';

// A symbolic price, so that people see where cost appears before they spend anything.
const USD_PER_INPUT_TOKEN = 1 / 1_000_000;
const USD_PER_OUTPUT_TOKEN = 5 / 1_000_000;
const CHARACTERS_PER_TOKEN = 4;

type Unstamped<T> = T extends unknown ? Omit<T, 'at'> : never;

export type Transcript = {
  path: string;
  add(record: Unstamped<PracticeRecord>): void;
  /** What the agent said, with the tokens that reading and writing this much would have taken. */
  say(text: string): void;
};

export function openTranscript(path: string): Transcript {
  let unread = 0;
  let context = 0;
  let torn = isTorn(path);
  const add = (record: Unstamped<PracticeRecord>) => {
    const line = JSON.stringify({ ...record, at: new Date().toISOString() });
    unread += line.length;
    appendFileSync(path, `${torn ? '\n' : ''}${line}\n`, { mode: 0o600 });
    torn = false;
  };
  return {
    path,
    add,
    say(text) {
      const usage = {
        inputTokens: Math.ceil(unread / CHARACTERS_PER_TOKEN),
        outputTokens: Math.ceil(text.length / CHARACTERS_PER_TOKEN),
        cacheReadTokens: Math.ceil(context / CHARACTERS_PER_TOKEN),
      };
      context += unread + text.length;
      const costUsd = usage.inputTokens * USD_PER_INPUT_TOKEN + usage.outputTokens * USD_PER_OUTPUT_TOKEN;
      add({ type: 'assistant', text, model: 'practice', usage, costUsd });
      unread = 0;
    },
  };
}

/** A full disk cut off the last line: what is written next must not become part of it. */
function isTorn(path: string): boolean {
  const fd = openSync(path, 'a+', 0o600);
  try {
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
  } finally {
    closeSync(fd);
  }
}
