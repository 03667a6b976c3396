'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TimelineEntry } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { formatClock, formatExact } from '@/frontend/format/time';
import { Button } from '@/frontend/ui/Button';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import { describeEvent } from './describeEvent';
import { isWorthTelling } from './isWorthTelling';
import { QueryView } from './QueryView';

const PAGE = 60;

/** Who did what when, the newest first. `of` names an epic with its subtasks, which are named, or one task. */
export function Timeline({
  of,
  hideTools = false,
}: {
  of: { epicId: string } | { taskId: string };
  hideTools?: boolean;
}) {
  const trpc = useTRPC();
  const [limit, setLimit] = useState(PAGE);
  const entries = useQuery(
    trpc.timeline.list.queryOptions({ ...of, limit }, { placeholderData: keepPreviousData }),
  );
  return (
    <QueryView query={entries} skeleton={<SkeletonRows rows={6} label="Loading the timeline" />}>
      {(list) => {
        const shown = list.filter(
          (entry) => isWorthTelling(entry) && !(hideTools && entry.kind === 'tool.called'),
        );
        return (
          <>
            <ol className="flex flex-col py-1">
              {shown.map((entry) => (
                <Entry
                  key={entry.seq}
                  entry={entry}
                  withTask={'epicId' in of && entry.taskId !== of.epicId}
                />
              ))}
            </ol>
            {list.length < limit ? null : (
              <div className="px-4 pb-3">
                <Button size="sm" variant="ghost" onClick={() => setLimit(Math.min(500, limit + 2 * PAGE))}>
                  Show older
                </Button>
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function Entry({ entry, withTask }: { entry: TimelineEntry; withTask: boolean }) {
  const { state, words, detail } = describeEvent(entry);
  const about = withTask ? entry.taskTitle : null;
  return (
    <li className="flex gap-2.5 px-4 py-1 text-sm">
      <time
        dateTime={entry.at.toISOString()}
        title={formatExact(entry.at)}
        suppressHydrationWarning
        className="tabular w-10 shrink-0 pt-px font-mono text-xs leading-5 text-muted"
      >
        {formatClock(entry.at)}
      </time>
      <StateDot state={state} className="mt-[3px]" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {entry.agentName === null ? (
            sentence(words)
          ) : (
            <>
              <span className="font-mono text-xs">{entry.agentName}</span> {words}
            </>
          )}
          {about === null ? null : <span className="text-muted"> · {about}</span>}
        </p>
        {detail === undefined ? null : (
          <p className="line-clamp-3 text-xs text-muted [overflow-wrap:anywhere]">{detail}</p>
        )}
      </div>
    </li>
  );
}

/** Nobody is named before it, so it begins the line. */
function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
