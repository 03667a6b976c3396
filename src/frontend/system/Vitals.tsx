'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { formatCount } from '@/frontend/format/number';
import { formatClock } from '@/frontend/format/time';
import { TimeChart } from '@/frontend/widgets/TimeChart';

const EVERY_MS = 10_000;

/** The last hour of the reconciler. */
export function Vitals() {
  const trpc = useTRPC();
  const vitals = useQuery({ ...trpc.system.vitals.queryOptions(), refetchInterval: EVERY_MS }).data ?? [];
  const last = vitals.at(-1);
  const meanMs = vitals.findLast((vital) => vital.meanMs !== null)?.meanMs ?? null;
  const charts = [
    {
      title: 'Waiting in the queue, last hour',
      headline: last === undefined ? '–' : formatCount(last.queue),
      points: vitals.map(({ at, queue }) => ({ at, value: queue })),
      format: formatCount,
    },
    {
      title: 'Time of one reconciliation, last hour',
      headline: meanMs === null ? '–' : formatMs(meanMs),
      points: vitals.map(({ at, meanMs: value }) => ({ at, value })),
      format: formatMs,
    },
    {
      title: 'Memory of this server, last hour',
      headline: last === undefined ? '–' : `${Math.round(last.memoryMb)} MB`,
      points: vitals.map(({ at, memoryMb }) => ({ at, value: memoryMb })),
      format: (value: number) => `${Math.round(value)} MB`,
    },
  ];
  return (
    <section
      aria-label="The last hour"
      className="grid gap-x-8 gap-y-6 border-b border-line p-4 md:grid-cols-2 xl:grid-cols-3"
    >
      {charts.map((chart) => (
        <TimeChart key={chart.title} kind="line" formatAt={formatClock} {...chart} />
      ))}
    </section>
  );
}

function formatMs(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
