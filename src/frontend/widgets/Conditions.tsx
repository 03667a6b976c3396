import type { TaskDetail } from '@/frontend/api/outputs';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';

/** What is out of order right now, with what it means. Nothing while all is well. */
export function Conditions({ conditions }: { conditions: TaskDetail['conditions'] }) {
  if (conditions.length === 0) return null;
  return (
    <ul aria-label="Conditions">
      {conditions.map((condition) => (
        <li
          key={condition.id}
          className="flex items-start gap-2 border-b border-line bg-blocked-bg px-4 py-2 text-sm"
        >
          <StateDot state="blocked" className="mt-[3px]" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="font-medium">{condition.reason}</span> {condition.message}
          </span>
          <RelativeTime at={condition.since} className="text-xs leading-5 text-muted" />
        </li>
      ))}
    </ul>
  );
}
