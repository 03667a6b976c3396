'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Connection } from '@/frontend/api/live/createLiveStream';
import { useConnection } from '@/frontend/api/live/LiveProvider';
import type { Charge } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import type { ShellHealth } from './ShellContext';
import { ShellFrame } from './ShellFrame';
import { useCurrentProject } from './useCurrentProject';
import { useNotices } from './useNotices';

/** Who drives the agents changes without an event when a server dies. */
const ASK_AGAIN_MS = 5000;

/** The frame, filled from the server. */
export function AppShell({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const { connection, reconnect } = useConnection();
  const listed = useQuery(trpc.project.list.queryOptions({})).data;
  const projects = listed ?? [];
  const project = useCurrentProject(projects);
  const inboxCount = useQuery(trpc.inbox.count.queryOptions()).data ?? 0;
  const charge = useQuery(
    trpc.system.charge.queryOptions(undefined, { refetchInterval: ASK_AGAIN_MS, retry: false }),
  ).data;
  const troubles = useQuery(trpc.system.troubles.queryOptions()).data ?? [];
  useNotices();
  return (
    <ShellFrame
      connection={connection}
      onReconnect={reconnect}
      charge={charge}
      data={{
        known: listed !== undefined,
        projects,
        project,
        inboxCount,
        health: healthNow(connection, charge?.state ?? 'acts', troubles.length),
      }}
    >
      {children}
    </ShellFrame>
  );
}

function healthNow(connection: Connection, charge: Charge['state'], troubles: number): ShellHealth {
  if (connection !== 'live') return healthOf[connection];
  if (charge !== 'acts' || troubles === 0) return chargeHealth[charge];
  return { state: 'blocked', word: plural(troubles, 'problem') };
}

const chargeHealth: Record<Charge['state'], ShellHealth> = {
  acts: { state: 'done', word: 'Running' },
  looks_on: { state: 'idle', word: 'Only looking on' },
  nobody: { state: 'failed', word: 'Nobody in charge' },
};
const healthOf: Record<Exclude<Connection, 'live'>, ShellHealth> = {
  connecting: { state: 'idle', word: 'Connecting' },
  polling: { state: 'blocked', word: 'No live updates' },
  offline: { state: 'failed', word: 'Server is down' },
};
