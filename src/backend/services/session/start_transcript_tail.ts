import { messageOf } from '@/backend/domain/errors';
import type { Deps } from '../deps';
import { settleStillTurns } from './settle_still_turns';
import { tailTranscripts } from './tail_transcripts';

const EVERY_MS = 2_000;

/** Reads transcripts for as long as the server runs. A round that takes long delays the next, never overlaps it. */
export function startTranscriptTail(
  deps: Pick<Deps, 'store' | 'tmux' | 'providers' | 'clock' | 'log'>,
): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const settle = settleStillTurns(deps);
  const loop = (async () => {
    while (!stopped) {
      await tailTranscripts(deps).catch((thrown: unknown) =>
        deps.log.warn({ reason: messageOf(thrown) }, 'transcripts could not be read'),
      );
      if (stopped) return;
      await settle().catch((thrown: unknown) =>
        deps.log.warn({ reason: messageOf(thrown) }, 'turns that stand still could not be looked at'),
      );
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, EVERY_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return async () => {
    stopped = true;
    wake();
    await loop;
  };
}
