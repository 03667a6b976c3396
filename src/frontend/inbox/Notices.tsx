'use client';
import { useQuery } from '@tanstack/react-query';
import type { Told } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { formatExact } from '@/frontend/format/time';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import { noticeState } from '@/frontend/widgets/noticeState';
import { QueryView } from '@/frontend/widgets/QueryView';

/** What you were told lately, and how: a pop-up that never came is found here. */
export function Notices() {
  const trpc = useTRPC();
  const told = useQuery(trpc.setting.sentNotifications.queryOptions({ limit: 30 }));
  return (
    <QueryView query={told} skeleton={<SkeletonRows rows={3} label="Loading notifications" />}>
      {(list) =>
        list.length === 0 ? (
          <p className="px-4 py-3 text-sm text-muted">
            You are told here, on the desktop and in the browser when a review is ready, something failed or
            an epic is merged.
          </p>
        ) : (
          <ol className="flex flex-col py-1">
            <Silent told={list[0]} />
            {list.map((one) => (
              <li key={one.id} className="flex gap-2.5 px-4 py-1.5 text-sm">
                <StateDot state={noticeState(one.kind)} className="mt-[3px]" />
                <div className="min-w-0 flex-1">
                  <p className="flex items-baseline gap-2">
                    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{one.title}</span>
                    <RelativeTime at={one.createdAt} className="shrink-0 text-xs text-muted" />
                  </p>
                  <p className="text-xs text-muted [overflow-wrap:anywhere]">{one.body}</p>
                  <How told={one} />
                </div>
              </li>
            ))}
          </ol>
        )
      }
    </QueryView>
  );
}

function How({ told }: { told: Told }) {
  return told.state === 'HELD' ? (
    <p className="text-xs text-muted" title={formatExact(told.dueAt)}>
      Held until the quiet hours end.
    </p>
  ) : null;
}

/** Said once, about the newest: the way outside this page does not work. */
function Silent({ told }: { told: Told | undefined }) {
  const worked = new Set(told?.attempts.flatMap(({ ok, channel }) => (ok ? channel : [])));
  const refused = told?.attempts.findLast((attempt) => !worked.has(attempt.channel));
  return told === undefined || refused === undefined ? null : (
    <li className="px-4 py-2 text-xs text-muted [overflow-wrap:anywhere]">
      The newest did not reach the {refused.channel}
      {told.retryAt === null ? '.' : '; it is tried again by itself.'} {refused.error}{' '}
      <AppLink href={paths.settings()} className="text-accent underline underline-offset-2">
        Send a test
      </AppLink>
    </li>
  );
}
