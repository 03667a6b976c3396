import type { TmuxClient } from '@/backend/clients/tmux/tmux_client';
import { FactoryError } from '@/backend/domain/errors';

/** Ends this life of a session with everything it started. One that has ended, or was started anew, is left alone. */
export async function endPane(
  deps: { tmux: TmuxClient },
  input: { name: string; marker: string },
): Promise<void> {
  try {
    await deps.tmux.killSession(input);
  } catch (thrown) {
    const over = thrown instanceof FactoryError && (thrown.code === 'STALE' || thrown.code === 'NOT_FOUND');
    if (!over) throw thrown;
  }
}
