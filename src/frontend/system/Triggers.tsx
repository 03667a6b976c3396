'use client';
import { useQuery } from '@tanstack/react-query';
import type { Health } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { DataList, Row } from '@/frontend/ui/DataList';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';

const EVERY_MS = 5000;

/** What makes the factory act: each change by itself, a look at everything, and Inngest if it is wanted. */
export function Triggers({ role }: { role: Health['role'] }) {
  const trpc = useTRPC();
  const triggers = useQuery({ ...trpc.system.triggers.queryOptions(), refetchInterval: EVERY_MS }).data;
  if (triggers === undefined) return null;
  const { inngest, sweep } = triggers;
  const here = role === 'in_charge';
  return (
    <DataList label="Triggers" heading="Triggers">
      <Row
        lead={<StateDot state={here ? 'done' : 'idle'} label={here ? 'on' : 'off here'} />}
        title="Changes"
        meta={here ? 'followed at once, from the event table' : 'followed by the server in charge'}
        trail={<span>event {triggers.newestEvent.toLocaleString('en')}</span>}
      />
      <Row
        lead={<StateDot state={here ? 'done' : 'idle'} label={here ? 'on' : 'off here'} />}
        title="Sweep"
        meta={
          sweep === null
            ? 'done by the server in charge'
            : `everything is looked at every 30 s; ${plural(sweep.count, 'time')} since the start`
        }
        trail={
          sweep === null || sweep.at === null ? null : (
            <>
              {sweep.tookMs === null ? null : <span>{Math.round(sweep.tookMs)} ms</span>}
              <RelativeTime at={sweep.at} />
            </>
          )
        }
      />
      <Row
        lead={
          <StateDot
            state={!inngest.on ? 'idle' : inngest.trouble === null ? 'done' : 'blocked'}
            label={!inngest.on ? 'off' : inngest.trouble === null ? 'on' : 'unreachable'}
          />
        }
        title="Inngest"
        meta={
          !inngest.on
            ? 'off; it is optional. To use it set INNGEST_DEV=1 or INNGEST_EVENT_KEY and start again'
            : (inngest.trouble ?? 'wakes the factory too')
        }
        trail={inngest.behind === null ? null : <span>{plural(inngest.behind, 'event')} behind</span>}
      />
    </DataList>
  );
}
