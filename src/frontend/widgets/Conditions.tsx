import type { TaskDetail } from '@/frontend/api/outputs';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';
import { inWords } from './inWords';
import { RetryAgent } from './RetryAgent';

/** What is out of order right now, with what it means. Nothing while all is well. */
export function Conditions({
  conditions,
  tasks = [],
  said = null,
}: {
  conditions: TaskDetail['conditions'];
  /** Which of them it is about is said where there are several. */
  tasks?: readonly { id: string; title: string }[];
  /** What the page says already. */
  said?: string | null;
}) {
  const news = conditions.filter(({ message }) => message !== said);
  if (news.length === 0) return null;
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  return (
    <ul aria-label="Conditions">
      {news.map((condition) => (
        <li
          key={condition.id}
          className="flex items-start gap-2 border-b border-line bg-blocked-bg px-4 py-2 text-sm"
        >
          <StateDot state="blocked" className="mt-[3px]" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="font-medium">{heading(condition.type, titles.get(condition.subjectId))}</span>{' '}
            {condition.message}
          </span>
          {condition.subjectKind === 'AGENT' && condition.type === 'ProviderUnavailable' ? (
            <RetryAgent agentId={condition.subjectId} />
          ) : null}
          <RelativeTime at={condition.since} className="text-xs leading-5 text-muted" />
        </li>
      ))}
    </ul>
  );
}

/** “Lead the water”, dependency failed: */
function heading(type: string, title: string | undefined): string {
  const words = inWords(type);
  return title === undefined ? `${words.charAt(0).toUpperCase()}${words.slice(1)}:` : `“${title}”, ${words}:`;
}
