'use client';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import type { AgentRow } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { IconButton } from '@/frontend/ui/IconButton';
import { Menu, type MenuItem } from '@/frontend/ui/Menu';
import { StateDot } from '@/frontend/ui/StateDot';
import { activityOf, lookOf } from './describeAgent';
import { paintScreen } from './paintScreen';

const EVERY_MS = 1000;
const LINES = 16;

/** What every running agent shows, at a glance. A click leads to the terminal itself. */
export function ScreenWall({
  agents,
  slug,
  itemsFor,
}: {
  agents: readonly AgentRow[];
  slug: string;
  itemsFor: (agent: AgentRow) => MenuItem[];
}) {
  const trpc = useTRPC();
  const sessionIds = agents
    .flatMap((agent) => (agent.session === null ? [] : [agent.session.id]))
    .slice(0, 200);
  const screens = useQuery({
    ...trpc.agent.screens.queryOptions({ sessionIds }),
    enabled: sessionIds.length > 0,
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
  if (agents.length === 0)
    return <EmptyState title="No agent runs now.">Screens appear here while agents work.</EmptyState>;
  const texts = new Map(screens.data?.map((screen) => [screen.sessionId, screen.text]));
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-3 p-4">
      {agents.map((agent) => {
        const look = lookOf(agent);
        const text = texts.get(agent.session?.id ?? '');
        return (
          <li
            key={agent.id}
            className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line transition-colors hover:border-line-strong"
          >
            <div className="flex h-8 items-center gap-2 border-b border-line bg-surface px-3 text-xs">
              <StateDot state={look.state} label={look.word} />
              <AppLink
                href={paths.agent(slug, agent.id)}
                className="font-mono outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {agent.name}
              </AppLink>
              <span className="min-w-0 flex-1 truncate text-muted">{agent.taskTitle}</span>
              <span className="relative z-10 -mr-2 flex">
                <Menu
                  align="end"
                  width="w-64"
                  trigger={<IconButton label={`Actions for ${agent.name}`} icon={<Ellipsis />} />}
                  groups={[{ items: itemsFor(agent) }]}
                />
              </span>
            </div>
            <pre
              aria-hidden
              // Lines that are too long fade out: what is cut off is seen to be cut off.
              className="flex h-52 flex-col justify-end overflow-hidden bg-bg px-3 py-2 text-[10px] leading-[12px] text-muted [font-variant-emoji:text] [mask-image:linear-gradient(to_right,black_88%,transparent)]"
            >
              {text === undefined ? 'The screen is on its way.' : <Thumbnail text={text} />}
            </pre>
            <p className="truncate border-t border-line px-3 py-1.5 text-xs">{activityOf(agent)}</p>
          </li>
        );
      })}
    </ul>
  );
}

const Thumbnail = memo(function Thumbnail({ text }: { text: string }) {
  return paintScreen(text, LINES).map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of a screen is its place
    <div key={row} className="h-3 shrink-0">
      {line.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <span key={index} className={run.look}>
          {run.text}
        </span>
      ))}
    </div>
  ));
});
