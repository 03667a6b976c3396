import type { Card } from '@/frontend/api/outputs';
import { Money } from '@/frontend/ui/Money';
import { TokenCount } from '@/frontend/ui/TokenCount';

/** Where the money of an epic went: the supervisor and each subtask, the dearest first. */
export function SpendingByTask({ epic, subtasks }: { epic: Card; subtasks: readonly Card[] }) {
  const rows = [{ ...epic, title: 'Supervisor' }, ...subtasks]
    .filter(({ tokens }) => tokens > 0)
    .toSorted((a, b) => b.costUsd - a.costUsd || b.tokens - a.tokens);
  const by = rows.some(({ costUsd }) => costUsd > 0) ? 'costUsd' : 'tokens';
  const most = Math.max(...rows.map((row) => row[by]));
  if (rows.length < 2) return null;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Cost and tokens of each subtask</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Subtask</th>
          <th scope="col">Share</th>
          <th scope="col">Tokens</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="h-7">
            <th scope="row" className="w-2/5 max-w-0 truncate pr-3 text-left font-normal">
              {row.title}
            </th>
            <td className="w-2/5">
              <div
                aria-hidden
                className="h-1.5 min-w-0.5 rounded-full bg-accent"
                style={{ width: `${(100 * row[by]) / most}%` }}
              />
            </td>
            <td className="pl-3 text-right text-xs text-muted max-md:hidden">
              <TokenCount tokens={row.tokens} />
            </td>
            <td className="pl-3 text-right text-xs">
              <Money usd={row.costUsd} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
