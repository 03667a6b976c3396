import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the probe gives something; the error says what was awaited and what there was instead. */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  options: { timeoutMs?: number; everyMs?: number; instead?: () => string | Promise<string> } = {},
): Promise<T> {
  const deadline = Date.now() + (options.timeoutMs ?? 60_000);
  while (Date.now() < deadline) {
    const value = await probe();
    if (value !== undefined && value !== null && value !== false) return value;
    await sleep(options.everyMs ?? 50);
  }
  throw new Error(`Waited in vain for ${what}.\n${(await options.instead?.()) ?? ''}`);
}
