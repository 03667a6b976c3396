import type { Tx } from './store/store';

export type UsageAmount = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsd: number;
};

const HOUR_MS = 3_600_000;

/** Adds to the hour that `at` falls in. */
export async function addUsage(
  tx: Tx,
  input: { sessionId: string; at: Date; model: string; amount: UsageAmount },
): Promise<void> {
  const { sessionId, model, amount } = input;
  const hour = new Date(Math.floor(input.at.getTime() / HOUR_MS) * HOUR_MS);
  await tx.client.usage.upsert({
    where: { sessionId_hour_model: { sessionId, hour, model } },
    create: { sessionId, hour, model, ...amount },
    update: {
      inputTokens: { increment: amount.inputTokens },
      outputTokens: { increment: amount.outputTokens },
      cacheReadTokens: { increment: amount.cacheReadTokens },
      cacheWriteTokens: { increment: amount.cacheWriteTokens },
      costUsd: { increment: amount.costUsd },
    },
  });
}
