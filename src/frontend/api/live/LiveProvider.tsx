'use client';
import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FactoryEvent } from '@/shared/event';
import { ALONE, type ApiClient } from '../client';
import { useTRPCClient } from '../trpc';
import { createBoardPatcher } from './createBoardPatcher';
import { type Connection, createLiveStream, type LiveStream } from './createLiveStream';
import { createRefresher } from './createRefresher';

type Listener = (events: readonly FactoryEvent[]) => void;
type Live = { connection: Connection; reconnect: () => void; listen: (listener: Listener) => () => void };

const LiveContext = createContext<Live>({
  connection: 'live',
  reconnect: () => {},
  listen: () => () => {},
});

/** The connection to the server, for the banner and the health dot. */
export function useConnection(): Pick<Live, 'connection' | 'reconnect'> {
  return useContext(LiveContext);
}

/** For who wants the events themselves. Queries are refreshed without it. */
export function useLiveEvents(listener: Listener): void {
  const { listen } = useContext(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => listen((events) => latest.current(events)), [listen]);
}

/** One subscription for the whole app: refreshes what changed and says whether it is connected. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const stream = useRef<LiveStream>(undefined);
  const listeners = useRef(new Set<Listener>());

  // Before the effects in which the pages inside ask for their first data.
  useLayoutEffect(() => {
    const readEpic = (epicId: string) => client.epic.cards.query({ epicId }, ALONE);
    const refresher = createRefresher(queries, soon, createBoardPatcher(queries, readEpic));
    const live = createLiveStream({
      ...overTrpc(client),
      onEvents: (events) => {
        refresher.changed(events);
        for (const listener of listeners.current) listener(events);
      },
      onGap: refresher.everythingChanged,
      onConnection: setConnection,
    });
    stream.current = live;
    return () => {
      live.stop();
      refresher.stop();
    };
  }, [client, queries]);

  const [stable] = useState(() => ({
    reconnect: () => stream.current?.reconnect(),
    listen: (listener: Listener) => {
      listeners.current.add(listener);
      return () => {
        listeners.current.delete(listener);
      };
    },
  }));
  return <LiveContext value={{ connection, ...stable }}>{children}</LiveContext>;
}

/** Frames stop in a hidden tab, where the title and the badge must still follow. */
function soon(run: () => void): void {
  if (document.visibilityState === 'visible') requestAnimationFrame(run);
  else setTimeout(run, 250);
}

function overTrpc(client: ApiClient) {
  return {
    subscribe: (
      afterSeq: number | undefined,
      handlers: Parameters<Parameters<typeof createLiveStream>[0]['subscribe']>[1],
    ) => {
      const subscription = client.events.tail.subscribe(
        { afterSeq },
        {
          onStarted: handlers.onStarted,
          onData: (tracked) => handlers.onEvent(tracked.data),
          onConnectionStateChange: ({ state }) => {
            if (state === 'connecting') handlers.onInterrupted();
          },
          onError: handlers.onEnded,
          onStopped: handlers.onEnded,
        },
      );
      return () => subscription.unsubscribe();
    },
    since: (afterSeq: number | undefined) => client.events.since.query({ afterSeq }),
  };
}
