import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { HookAnswer, type HookEvent } from '@/shared/hook';
import type { PracticeConfig } from '@/shared/practice';

type Told<T> = T extends unknown ? Omit<T, 'providerSessionId' | 'transcriptPath'> : never;
export type HookToTell = Told<z.input<typeof HookEvent>>;

const GIVE_UP_AFTER_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 2000;

export type Hooks = {
  /** Waits until the server has taken it: a server that is being restarted gets it afterwards. */
  tell(event: HookToTell): Promise<HookAnswer>;
};

/** One at a time and in order, so that the server reads the story as it happened. */
export function createHooks(input: {
  config: Pick<PracticeConfig, 'serverUrl' | 'token' | 'conversationId'>;
  transcriptPath: string;
  onTrouble: (message: string) => void;
}): Hooks {
  let last: Promise<unknown> = Promise.resolve();
  const post = async (event: HookToTell): Promise<HookAnswer> => {
    const response = await fetch(`${input.config.serverUrl}/hooks/${event.kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${input.config.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...event,
        providerSessionId: input.config.conversationId,
        transcriptPath: input.transcriptPath,
      }),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429)
      throw new Error(`the server answered ${response.status}`);
    if (!response.ok) {
      input.onTrouble(`The server refused ${event.kind} (${response.status}).`);
      return { kind: 'none' };
    }
    return text === '' ? { kind: 'none' } : HookAnswer.parse(JSON.parse(text));
  };
  const insist = async (event: HookToTell): Promise<HookAnswer> => {
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    for (let pause = 50; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await post(event);
      } catch (error) {
        if (Date.now() > deadline) return { kind: 'none' };
        if (pause === 400)
          input.onTrouble(`The server cannot be reached (${reasonOf(error)}); trying again.`);
        await sleep(pause);
      }
    }
  };
  return {
    tell(event) {
      const answer = last.then(() => insist(event));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
