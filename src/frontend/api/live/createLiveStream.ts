import type { FactoryEvent } from '@/shared/event';

/** live: pushed at once. polling: the stream is down, the server answers. offline: nothing answers. */
export type Connection = 'connecting' | 'live' | 'polling' | 'offline';

type StreamHandlers = {
  onStarted: () => void;
  onEvent: (event: FactoryEvent) => void;
  /** It will try again by itself. */
  onInterrupted: () => void;
  /** It has given up. */
  onEnded: () => void;
};

export type LiveStreamDeps = {
  subscribe: (afterSeq: number | undefined, handlers: StreamHandlers) => () => void;
  since: (afterSeq: number | undefined) => Promise<{ lastSeq: number; events: readonly FactoryEvent[] }>;
  onEvents: (events: readonly FactoryEvent[]) => void;
  /** Something may have changed that no event will tell. */
  onGap: () => void;
  onConnection: (connection: Connection) => void;
};

const PATIENCE_MS = 2500;
const POLL_MS = 3000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;

/**
 * Follows the event table. Goes on from the last sequence number it saw; asks for what it missed every few
 * seconds while the stream is down.
 */
export function createLiveStream(deps: LiveStreamDeps) {
  let lastSeq: number | undefined;
  let connection: Connection = 'connecting';
  let unsubscribe = () => {};
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let stopped = false;

  function report(next: Connection): void {
    if (next === connection) return;
    connection = next;
    deps.onConnection(next);
  }

  function take(events: readonly FactoryEvent[]): void {
    const fresh = events.filter((event) => lastSeq === undefined || event.seq > lastSeq);
    const last = fresh.at(-1);
    if (last === undefined) return;
    lastSeq = last.seq;
    deps.onEvents(fresh);
  }

  function open(): void {
    unsubscribe();
    unsubscribe = deps.subscribe(lastSeq, {
      onStarted: () => {
        // With no number to go on from, what happened between the page's first reads and now is unknown.
        if (lastSeq === undefined) deps.onGap();
        retryMs = FIRST_RETRY_MS;
        clearTimeout(pollTimer);
        pollTimer = undefined;
        report('live');
      },
      onEvent: (event) => take([event]),
      onInterrupted: waitThenPoll,
      onEnded: () => {
        if (stopped) return;
        waitThenPoll();
        clearTimeout(retryTimer);
        retryTimer = setTimeout(open, retryMs);
        retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      },
    });
  }

  function waitThenPoll(): void {
    if (stopped || pollTimer !== undefined) return;
    pollTimer = setTimeout(poll, PATIENCE_MS);
  }

  async function poll(): Promise<void> {
    const answer = await deps.since(lastSeq).catch(() => undefined);
    if (stopped || pollTimer === undefined) return;
    if (answer !== undefined) {
      if (lastSeq === undefined) deps.onGap();
      take(answer.events);
      if (answer.events.length === 0) lastSeq = answer.lastSeq;
    }
    report(answer === undefined ? 'offline' : 'polling');
    pollTimer = setTimeout(poll, POLL_MS);
  }

  /** Asked before the page's own first reads, so that whatever they miss has a later number and is told. */
  async function begin(): Promise<void> {
    const answer = await deps.since(undefined).catch(() => undefined);
    if (stopped || lastSeq !== undefined) return;
    lastSeq = answer?.lastSeq;
    open();
  }

  void begin();
  waitThenPoll();

  return {
    /** Someone pressed "Reconnect now". */
    reconnect(): void {
      clearTimeout(retryTimer);
      open();
    },
    stop(): void {
      stopped = true;
      unsubscribe();
      clearTimeout(pollTimer);
      clearTimeout(retryTimer);
    },
  };
}

export type LiveStream = ReturnType<typeof createLiveStream>;
