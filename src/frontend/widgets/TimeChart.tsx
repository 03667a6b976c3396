'use client';
import dynamic from 'next/dynamic';
import { formatExact } from '@/frontend/format/time';

export type ChartPoint = { at: Date; value: number | null };
export type ChartProps = {
  /** What is counted, with its unit: there is no legend. */
  title: string;
  /** The figure of now, or the sum: the one thing to read. */
  headline: string;
  points: readonly ChartPoint[];
  kind: 'bars' | 'line';
  format: (value: number) => string;
  /** `12:04` on the axis, or the day with it. */
  formatAt: (at: Date) => string;
};

// Pages without a chart do not pay for the library.
const Drawing = dynamic(() => import('./TimeChartDrawing').then((module) => module.TimeChartDrawing), {
  ssr: false,
  loading: () => null,
});

/** A small labelled chart over time. The numbers are also there as a table, for who cannot see it. */
export function TimeChart(props: ChartProps) {
  const { title, headline, points, format } = props;
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-baseline justify-between gap-2 text-xs">
        <span className="font-medium text-muted">{title}</span>
        <span className="tabular text-sm font-medium">{headline}</span>
      </figcaption>
      <div aria-hidden className="mt-1 h-32">
        {points.length === 0 ? (
          <p className="flex h-full items-center justify-center rounded-md bg-surface text-xs text-muted">
            The first figures come in a few seconds.
          </p>
        ) : (
          <Drawing {...props} />
        )}
      </div>
      {points.length === 0 ? null : (
        <details className="text-xs text-muted">
          <summary className="w-fit cursor-pointer rounded-sm hover:text-text">As a table</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus */}
          <div tabIndex={0} className="mt-1 max-h-40 overflow-y-auto rounded-md border border-line">
            <table className="tabular w-full">
              <caption className="sr-only">{title}</caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">{title}</th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ at, value }) => (
                  <tr key={at.getTime()} className="border-b border-line last:border-0">
                    <td className="px-2 py-0.5">{formatExact(at)}</td>
                    <td className="px-2 py-0.5 text-right text-text">
                      {value === null ? '–' : format(value)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
}
