'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { paths } from '@/frontend/shell/paths';
import { DataList, Row } from '@/frontend/ui/DataList';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';

const EVERY_MS = 15_000;

/** What GitHub still allows. Nothing stops without it: pull requests are ours first. */
export function Forges() {
  const trpc = useTRPC();
  const forges = useQuery({ ...trpc.system.forges.queryOptions(), refetchInterval: EVERY_MS }).data;
  if (forges === undefined) return null;
  return (
    <DataList label="GitHub" heading="GitHub">
      {forges.length === 0 ? (
        <li className="border-b border-line px-4 py-2 text-sm text-muted">
          No project has a remote on GitHub, so there is no limit to keep. Pull requests are kept here.
        </li>
      ) : null}
      {forges.map(({ projectId, slug, repository, rateLimit, trouble }) => (
        <Row
          key={projectId}
          href={paths.projectSettings(slug)}
          lead={
            <StateDot
              state={trouble === null ? (rateLimit === null ? 'idle' : 'done') : 'blocked'}
              label={trouble === null ? (rateLimit === null ? 'not asked yet' : 'answers') : 'in trouble'}
            />
          }
          title={repository}
          meta={trouble ?? (rateLimit === null ? 'nothing was asked of it yet' : 'mirrored')}
          trail={
            rateLimit === null ? null : (
              <>
                <span className={rateLimit.remaining * 10 < rateLimit.limit ? 'text-blocked' : undefined}>
                  {rateLimit.remaining.toLocaleString('en')} of {rateLimit.limit.toLocaleString('en')} calls
                  left
                </span>
                <span>
                  new ones <RelativeTime at={rateLimit.resetAt} />
                </span>
              </>
            )
          }
        />
      ))}
    </DataList>
  );
}
