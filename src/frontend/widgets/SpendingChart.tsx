'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { formatCount, formatMoney, formatMoneyMark } from '@/frontend/format/number';
import { formatClock } from '@/frontend/format/time';
import { TimeChart } from './TimeChart';

/** What an epic cost, hour by hour. One bar alone would say no more than the sum at the top of the page does. */
export function SpendingChart({ epicId }: { epicId: string }) {
  const trpc = useTRPC();
  const hours = useQuery(trpc.usage.epic.queryOptions({ epicId })).data ?? [];
  if (hours.length < 2) return null;
  const longer = hours.length > 24;
  const formatAt = (at: Date) =>
    longer ? at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' }) : formatClock(at);
  const sum = (pick: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((total, hour) => total + pick(hour), 0);
  const tokens = (hour: (typeof hours)[number]) => hour.inputTokens + hour.outputTokens;
  return (
    <section aria-label="Cost and tokens" className="grid gap-6 border-b border-line p-4 md:grid-cols-2">
      <TimeChart
        title="Cost per hour"
        headline={formatMoney(sum(({ costUsd }) => costUsd))}
        kind="bars"
        format={formatMoneyMark}
        formatAt={formatAt}
        points={hours.map(({ hour, costUsd }) => ({ at: hour, value: costUsd }))}
      />
      <TimeChart
        title="Tokens per hour, read and written"
        headline={formatCount(sum(tokens))}
        kind="bars"
        format={formatCount}
        formatAt={formatAt}
        points={hours.map((hour) => ({ at: hour.hour, value: tokens(hour) }))}
      />
    </section>
  );
}
