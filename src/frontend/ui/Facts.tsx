import type { ReactNode } from 'react';

/** Names and values, for the details panel. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <div key={name} className="col-span-2 grid min-h-6 grid-cols-subgrid items-center">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 truncate">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
