'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Mail as MailIcon, PenLine } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { agentOptions } from '@/frontend/agents/agentOptions';
import type { MailRow, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button } from '@/frontend/ui/Button';
import { cx } from '@/frontend/ui/cx';
import { DataList, Row } from '@/frontend/ui/DataList';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SearchInput } from '@/frontend/ui/SearchInput';
import { Select } from '@/frontend/ui/Select';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { deliveryLook } from '@/frontend/ui/state';
import { Tabs } from '@/frontend/ui/Tabs';
import { OlderButton } from '@/frontend/widgets/OlderButton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { ComposeDialog } from './ComposeDialog';

export function MailPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Mail">
      {(project) => <MailOf project={project} />}
    </ProjectGate>
  );
}

const BOXES = [
  { value: 'mine', label: 'My inbox' },
  { value: 'archive', label: 'Archive' },
  { value: 'all', label: 'All mail' },
  { value: 'agent', label: 'Agent inbox' },
];
const EMPTY: Record<string, string> = {
  mine: 'Agents write to you here when they have something to say or to ask.',
  archive: 'What you are done with is kept here.',
  all: 'What agents, you and the system write to each other shows up here.',
  agent: 'This agent has neither written nor been sent anything.',
};

function MailOf({ project }: { project: Project }) {
  const trpc = useTRPC();
  const [box, setBox] = useSearchState('box', 'mine');
  const [agentId, setAgentId] = useSearchState('agent');
  const [search, setSearch] = useSearchState('q');
  const [composing, setComposing] = useState(false);
  const words = useDeferredValue(search);
  const unread = useQuery(trpc.mail.unread.queryOptions({ projectId: project.id }));
  const agents = useQuery(trpc.agent.list.queryOptions({ projectId: project.id }));
  const chosen = agentId === '' ? agents.data?.[0]?.id : agentId;
  const mails = useInfiniteQuery(
    trpc.mail.list.infiniteQueryOptions(
      {
        projectId: project.id,
        box: box === 'all' || box === 'agent' ? box : 'mine',
        ...(box === 'archive' ? { archived: true } : {}),
        ...(box === 'agent' && chosen !== undefined ? { agentId: chosen } : {}),
        ...(words.trim() === '' ? {} : { search: words.slice(0, 200) }),
      },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  useShortcuts([{ keys: 'w', label: 'Write a mail', group: 'Mail', run: () => setComposing(true) }]);
  return (
    <Page
      title="Mail"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Mail' }]}
      actions={
        <Button icon={<PenLine className="size-3.5" />} keys="w" onClick={() => setComposing(true)}>
          Write
        </Button>
      }
    >
      <Tabs
        label="Mail boxes"
        value={box}
        onChange={setBox}
        items={BOXES.map((each) => (each.value === 'mine' ? { ...each, count: unread.data ?? 0 } : each))}
      />
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
        <div className="w-80 max-md:w-full">
          <SearchInput
            label="Search mail"
            placeholder="Search in subjects and texts"
            value={search}
            onChange={setSearch}
          />
        </div>
        {box === 'agent' ? (
          <div className="w-72 max-md:w-full">
            <Select
              label="Agent"
              value={chosen}
              onChange={setAgentId}
              placeholder="No agents yet"
              options={agentOptions(agents.data ?? [])}
            />
          </div>
        ) : null}
      </div>
      <QueryView query={mails} skeleton={<SkeletonRows rows={8} label="Loading mail" />}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.items);
          return list.length === 0 ? (
            <EmptyState icon={<MailIcon />} title={words === '' ? 'No mail.' : `Nothing about “${words}”.`}>
              {words === '' ? EMPTY[box] : 'Every word has to be in the subject or in the text.'}
            </EmptyState>
          ) : (
            <>
              <MailRows mails={list} slug={project.slug} mine={box === 'mine'} />
              <OlderButton query={mails}>Older mail</OlderButton>
            </>
          );
        }}
      </QueryView>
      <ComposeDialog
        open={composing}
        onOpenChange={setComposing}
        slug={project.slug}
        agents={agents.data ?? []}
        initial={box === 'agent' ? chosen : undefined}
      />
    </Page>
  );
}

function MailRows({ mails, slug, mine }: { mails: readonly MailRow[]; slug: string; mine: boolean }) {
  const router = useRouter();
  const { cursor } = useListCursor({
    keys: mails.map((mail) => mail.id),
    onOpen: (id) => {
      const mail = mails.find((each) => each.id === id);
      if (mail !== undefined) router.push(paths.thread(slug, mail.threadId));
    },
  });
  return (
    <DataList label="Mail">
      {mails.map((mail) => (
        <Row
          key={mail.id}
          href={paths.thread(slug, mail.threadId)}
          active={mail.id === cursor}
          unread={mail.toParty === 'HUMAN' && mail.readAt === null}
          lead={
            // A column of its own, so that the subjects stand under each other.
            <span
              className={cx(
                'truncate font-mono text-xs text-muted max-md:hidden',
                mine ? 'w-44' : 'w-80 max-xl:w-60',
              )}
            >
              {partiesOf(mail, mine)}
            </span>
          }
          title={mail.subject}
          meta={
            <>
              <span className="font-mono md:hidden">{partiesOf(mail, mine)} · </span>
              {mail.body.slice(0, 160)}
            </>
          }
          trail={
            <>
              {mail.threadSize > 1 ? <span>{mail.threadSize}</span> : null}
              {mail.delivery === null ? null : <StateBadge {...deliveryLook[mail.delivery.state]} quiet />}
              <RelativeTime at={mail.createdAt} />
            </>
          }
        />
      ))}
    </DataList>
  );
}

function partiesOf(mail: MailRow, mine: boolean): string {
  const from = mail.fromParty === 'HUMAN' ? 'you' : mail.fromName;
  return mine ? from : `${from} → ${mail.toParty === 'HUMAN' ? 'you' : mail.toName}`;
}
