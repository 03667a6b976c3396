'use client';
import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { AgentRow } from '@/frontend/api/outputs';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { cx } from '@/frontend/ui/cx';
import { IconButton } from '@/frontend/ui/IconButton';
import { Menu, type MenuItem } from '@/frontend/ui/Menu';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { TokenCount } from '@/frontend/ui/TokenCount';
import { activityOf, gapOf, lookOf } from './describeAgent';

const COLUMNS = [
  ['Agent', ''],
  ['State', ''],
  ['Doing', 'max-md:hidden'],
  ['Task', 'max-lg:hidden'],
  ['Crashes', 'text-right max-lg:hidden'],
  ['Tokens', 'text-right max-md:hidden'],
  ['Cost', 'text-right max-md:hidden'],
  ['Last sign', 'text-right max-md:hidden'],
  ['Actions', 'w-10 text-right'],
] as const;

export function AgentTable({
  agents,
  slug,
  itemsFor,
}: {
  agents: readonly AgentRow[];
  slug: string;
  itemsFor: (agent: AgentRow) => MenuItem[];
}) {
  const router = useRouter();
  const { cursor } = useListCursor({
    keys: agents.map((agent) => agent.id),
    onOpen: (id) => router.push(paths.agent(slug, id)),
  });
  return (
    <table className="w-full table-auto text-sm">
      <thead className="bg-surface text-xs text-muted">
        <tr>
          {COLUMNS.map(([label, look]) => (
            <th
              key={label}
              scope="col"
              className={cx('h-8 whitespace-nowrap border-b border-line px-4 text-left font-medium', look)}
            >
              {label === 'Actions' ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => {
          const gap = gapOf(agent);
          const { session } = agent;
          const cell = 'h-9 border-b border-line px-4 align-middle';
          return (
            <tr
              key={agent.id}
              aria-current={agent.id === cursor || undefined}
              className={cx(
                'relative transition-colors',
                agent.id === cursor ? 'bg-selected' : 'hover:bg-hover',
                agent.retiredAt !== null && 'text-muted',
              )}
            >
              <td className={cx(cell, 'max-md:w-full max-md:max-w-0 max-md:py-1.5')}>
                <AppLink
                  href={paths.agent(slug, agent.id)}
                  className="whitespace-nowrap font-mono text-xs outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {agent.name}
                </AppLink>
                <p className="truncate text-xs text-muted md:hidden">
                  {activityOf(agent)}
                  {agent.taskTitle === null ? '' : ` · ${agent.taskTitle}`}
                </p>
              </td>
              <td className={cell}>
                <span className="flex items-center gap-2">
                  <StateBadge {...lookOf(agent)} quiet />
                  {gap === null ? null : (
                    <span className="whitespace-nowrap text-xs text-blocked">{gap}</span>
                  )}
                </span>
              </td>
              <td className={cx(cell, 'w-1/3 max-w-0 max-md:hidden')}>
                <span className="block truncate" title={activityOf(agent)}>
                  {activityOf(agent)}
                </span>
              </td>
              <td className={cx(cell, 'w-1/4 max-w-0 text-muted max-lg:hidden')}>
                <span className="block truncate">{agent.taskTitle ?? ''}</span>
              </td>
              <td
                className={cx(
                  cell,
                  'tabular text-right max-lg:hidden',
                  agent.crashes > 0 ? 'text-failed' : 'text-muted',
                )}
              >
                {agent.crashes}
              </td>
              <td className={cx(cell, 'text-right text-xs text-muted max-md:hidden')}>
                <TokenCount tokens={agent.tokens} />
              </td>
              <td className={cx(cell, 'text-right text-xs max-md:hidden')}>
                <Money usd={agent.costUsd} />
              </td>
              <td className={cx(cell, 'text-right text-xs text-muted max-md:hidden')}>
                {session === null ? (
                  ''
                ) : (
                  <RelativeTime at={session.endedAt ?? session.lastOutputAt ?? session.turnSince} />
                )}
              </td>
              <td className={cx(cell, 'relative z-10 px-1 text-right')}>
                <Menu
                  align="end"
                  width="w-64"
                  trigger={<IconButton label={`Actions for ${agent.name}`} icon={<Ellipsis />} />}
                  groups={[{ items: itemsFor(agent) }]}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
