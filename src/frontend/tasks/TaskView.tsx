'use client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { Card, Project, TaskDetail } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { describeStart } from '@/frontend/epics/describeStart';
import { OpenQuestions } from '@/frontend/inbox/OpenQuestions';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button } from '@/frontend/ui/Button';
import { IconButton } from '@/frontend/ui/IconButton';
import { Menu } from '@/frontend/ui/Menu';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { Tabs } from '@/frontend/ui/Tabs';
import { AgentRows } from '@/frontend/widgets/AgentRows';
import { Conditions } from '@/frontend/widgets/Conditions';
import { cardLook } from '@/frontend/widgets/cardLook';
import { Doing } from '@/frontend/widgets/Doing';
import { Evidence } from '@/frontend/widgets/Evidence';
import { Executions } from '@/frontend/widgets/Executions';
import { PullRows } from '@/frontend/widgets/PullRows';
import { TaskChanges } from '@/frontend/widgets/TaskChanges';
import { Timeline } from '@/frontend/widgets/Timeline';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { useTaskControls } from '@/frontend/widgets/useTaskControls';
import { TaskPanel } from './TaskPanel';
import { TaskTerminal } from './TaskTerminal';

const TABS = ['terminal', 'activity', 'changes', 'attempts'];

export function TaskView({ project, card, detail }: { project: Project; card: Card; detail: TaskDetail }) {
  const router = useRouter();
  const trpc = useTRPC();
  const { slug } = project;
  const { epic } = detail;
  const above = epic === null ? paths.epic(slug, card.id) : paths.epic(slug, epic.id);
  const [tab, setTab] = useSearchState('tab', 'terminal');
  const controls = useTaskControls(card, () => router.push(above));
  useShortcuts([
    ...controls.items.flatMap((item) =>
      item.keys ? [{ keys: item.keys, label: item.label, run: item.run }] : [],
    ),
    ...TABS.map((name, index) => ({
      keys: String(index + 1),
      label: `Show ${name}`,
      run: () => setTab(name),
    })),
  ]);
  const look = cardLook(card);
  const siblings = useQuery(
    trpc.epic.cards.queryOptions(
      card.state === 'PENDING' && epic !== null && card.nextOwner === 'system'
        ? { epicId: epic.id }
        : skipToken,
    ),
  ).data;
  const start = siblings === undefined ? null : describeStart(card, siblings);
  const first =
    controls.items.find((item) => item.keys === 't') ?? controls.items.find((item) => item.keys === 'p');
  return (
    <Page
      title={card.title}
      crumbs={[
        { label: project.name, href: paths.board(slug) },
        { label: epic?.title ?? 'Epic', href: above },
        { label: card.title },
      ]}
      actions={
        <>
          {first === undefined ? null : (
            <Button
              icon={first.icon}
              busy={controls.busy}
              onClick={first.run}
              className="max-md:hidden [&_svg]:size-3.5"
            >
              {first.label}
            </Button>
          )}
          <Menu
            align="end"
            trigger={<IconButton label="More actions" icon={<Ellipsis />} />}
            groups={[{ items: controls.items }]}
          />
        </>
      }
      panel={{ title: 'Task', content: <TaskPanel task={detail.task} card={card} /> }}
    >
      <div className="flex h-full flex-col">
        <header className="flex shrink-0 flex-col gap-1 px-4 pt-3 pb-2">
          <p className="text-lg font-semibold [overflow-wrap:anywhere]">{card.title}</p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <StateBadge state={look.state} word={look.word} />
            {card.agent?.doing ? <Doing doing={card.agent.doing} /> : null}
            {card.pullRequest === null ? null : <Evidence pull={card.pullRequest} />}
          </div>
          {start === null ? null : <p className="text-sm [overflow-wrap:anywhere]">It {start}</p>}
          {card.stateReason === null || card.column !== 'blocked' ? null : (
            <p className="text-sm [overflow-wrap:anywhere]">{card.stateReason}</p>
          )}
          {first?.keys === 't' ? (
            <Button
              icon={first.icon}
              busy={controls.busy}
              onClick={first.run}
              className="mt-1 self-start md:hidden [&_svg]:size-3.5"
            >
              {first.label}
            </Button>
          ) : null}
        </header>
        <Conditions
          conditions={detail.conditions}
          said={card.column === 'blocked' ? card.stateReason : null}
        />
        <OpenQuestions projectId={project.id} taskIds={[card.id]} />
        <Tabs
          label="Task"
          fill
          value={tab}
          onChange={setTab}
          items={[
            { value: 'terminal', label: 'Terminal', content: <TaskTerminal detail={detail} /> },
            { value: 'activity', label: 'Activity', content: <Timeline of={{ taskId: card.id }} /> },
            {
              value: 'changes',
              label: 'Changes',
              ...(card.pullRequest === null ? {} : { count: card.pullRequest.changedFiles }),
              content: (
                <>
                  <PullRows pulls={detail.pullRequests} slug={slug} />
                  <TaskChanges
                    taskId={card.id}
                    merged={detail.pullRequests.some((pull) => pull.state === 'MERGED')}
                  />
                </>
              ),
            },
            {
              value: 'attempts',
              label: 'Attempts',
              count: detail.executions.length,
              content: (
                <>
                  <Executions task={detail.task} executions={detail.executions} agents={detail.agents} />
                  <AgentRows agents={detail.agents} slug={slug} tasks={[card]} />
                </>
              ),
            },
          ]}
        />
      </div>
      {controls.dialog}
    </Page>
  );
}
