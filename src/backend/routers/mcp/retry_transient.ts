import { FactoryError } from '@/backend/domain/errors';

const PATIENCE_MS = 10_000;
const FIRST_WAIT_MS = 100;

/**
 * A lock that somebody holds for a moment is not the model's business. Use cases throw BUSY before they
 * change anything, so they can be run again.
 */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FactoryError) || error.code !== 'BUSY' || Date.now() + wait > giveUpAt)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
