'use client';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatExact } from '@/frontend/format/time';
import type { ChartProps } from './TimeChart';

const TICK = { fill: 'var(--muted)', fontSize: 11 };
const MARGIN = { top: 6, right: 4, bottom: 0, left: 0 };

/** Colours are tokens, so both themes are right without asking which one it is. */
export function TimeChartDrawing({ points, kind, format, formatAt, title }: ChartProps) {
  const data = points.map(({ at, value }) => ({ at: at.getTime(), value }));
  const frame = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="at"
        tickFormatter={(at: number) => formatAt(new Date(at))}
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        minTickGap={48}
        height={20}
      />
      <YAxis
        width={56}
        tick={TICK}
        tickLine={false}
        axisLine={false}
        tickCount={3}
        allowDecimals
        tickFormatter={format}
      />
      <Tooltip
        cursor={{ stroke: 'var(--line-strong)', fill: 'var(--hover)' }}
        isAnimationActive={false}
        content={({ active, payload }) => {
          const point = payload[0];
          const value: unknown = point?.value;
          const at: unknown = point?.payload?.at;
          if (!active || typeof value !== 'number' || typeof at !== 'number') return null;
          return (
            <p className="rounded-md bg-raised px-2 py-1 text-xs shadow-pop">
              <span className="tabular font-medium">{format(value)}</span>
              <span className="ml-2 text-muted">{formatExact(new Date(at))}</span>
              <span className="sr-only">{title}</span>
            </p>
          );
        }}
      />
    </>
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      {kind === 'bars' ? (
        <BarChart data={data} margin={MARGIN} accessibilityLayer={false}>
          {frame}
          <Bar
            dataKey="value"
            fill="var(--accent)"
            radius={[3, 3, 0, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        </BarChart>
      ) : (
        <AreaChart data={data} margin={MARGIN} accessibilityLayer={false}>
          {frame}
          <Area
            dataKey="value"
            type="stepAfter"
            connectNulls
            stroke="var(--accent)"
            strokeWidth={1.5}
            fill="var(--accent)"
            fillOpacity={0.12}
            dot={false}
            isAnimationActive={false}
          />
        </AreaChart>
      )}
    </ResponsiveContainer>
  );
}
