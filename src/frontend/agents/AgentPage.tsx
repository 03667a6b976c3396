'use client';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import type { AgentRow, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { AppLink } from '@/frontend/shell/AppLink';
import { NothingHere } from '@/frontend/shell/NothingHere';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { TerminalPanel } from '@/frontend/terminal/TerminalPanel';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { Facts } from '@/frontend/ui/Facts';
import { IconButton } from '@/frontend/ui/IconButton';
import { Menu } from '@/frontend/ui/Menu';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { agentLook, deliveryLook } from '@/frontend/ui/state';
import { TokenCount } from '@/frontend/ui/TokenCount';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { activityOf, gapOf, lookOf } from './describeAgent';
import { useAgentActions } from './useAgentActions';

export function AgentPage({ slug, id }: { slug: string; id: string }) {
  return (
    <ProjectGate slug={slug} title="Agent">
      {(project) => <Found project={project} id={id} />}
    </ProjectGate>
  );
}

function Found({ project, id }: { project: Project; id: string }) {
  const trpc = useTRPC();
  const agents = useQuery(trpc.agent.list.queryOptions({ projectId: project.id }));
  const socket = useQuery(trpc.agent.socket.queryOptions());
  const agent = agents.data?.find((each) => each.id === id);
  const { itemsFor, dialogs } = useAgentActions(project);
  return (
    <Page
      title={agent?.name ?? 'Agent'}
      crumbs={[
        { label: project.name, href: paths.board(project.slug) },
        { label: 'Agents', href: paths.agents(project.slug) },
        { label: agent?.name ?? 'Agent' },
      ]}
      actions={
        agent === undefined || itemsFor(agent).length < 2 ? undefined : (
          <Menu
            align="end"
            width="w-64"
            trigger={<IconButton label="Actions" icon={<Ellipsis />} />}
            groups={[{ items: itemsFor(agent).slice(1) }]}
          />
        )
      }
      panel={
        agent === undefined
          ? undefined
          : { title: 'Details', content: <Details agent={agent} slug={project.slug} /> }
      }
    >
      <QueryView query={agents} skeleton={<SkeletonRows rows={10} label="Loading the agent" />}>
        {() =>
          agent === undefined ? (
            <NothingHere />
          ) : (
            <div className="flex h-full flex-col gap-2 p-3 max-md:p-1.5">
              <p className="flex items-center gap-3 text-sm">
                <StateBadge {...lookOf(agent)} />
                <span className="min-w-0 truncate text-muted">{activityOf(agent)}</span>
              </p>
              {agent.session === null ? (
                <EmptyState title="It has not started yet.">
                  Its terminal appears here as soon as it does.
                </EmptyState>
              ) : (
                <TerminalPanel
                  key={agent.session.id}
                  sessionId={agent.session.id}
                  name={agent.name}
                  attachCommand={
                    socket.data === undefined ? null : `tmux -S '${socket.data}' attach -t '=${agent.name}'`
                  }
                  className="min-h-80 flex-1"
                />
              )}
            </div>
          )
        }
      </QueryView>
      {dialogs}
    </Page>
  );
}

function Details({ agent, slug }: { agent: AgentRow; slug: string }) {
  const trpc = useTRPC();
  const mails = useQuery(trpc.mail.list.queryOptions({ box: 'agent', agentId: agent.id, limit: 10 }));
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      <Facts
        facts={[
          ['State', lookOf(agent).word],
          ['Should be', gapOf(agent) === null ? null : agentLook[agent.desiredExecutionState].word],
          ['Role', agent.role.toLowerCase()],
          [
            agent.ofEpic ? 'Epic' : 'Task',
            agent.taskId === null ? null : (
              <AppLink
                key="task"
                className="text-accent hover:underline"
                href={agent.ofEpic ? paths.epic(slug, agent.taskId) : paths.task(slug, agent.taskId)}
              >
                {agent.taskTitle}
              </AppLink>
            ),
          ],
          ['Program', `${agent.provider}${agent.model === null ? '' : ` · ${agent.model}`}`],
          ['Permissions', agent.permissionMode],
          ['Sessions', `${agent.sessions}, ${plural(agent.crashes, 'crash', 'crashes')}`],
          ['Used', <TokenCount key="tokens" tokens={agent.tokens} />],
          ['Cost', <Money key="cost" usd={agent.costUsd} />],
        ]}
      />
      {agent.session?.lastAssistantText == null ? null : (
        <section>
          <h3 className="mb-1 text-xs font-medium text-muted">Last words</h3>
          <p className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {agent.session.lastAssistantText}
          </p>
        </section>
      )}
      <section>
        <h3 className="mb-1 text-xs font-medium text-muted">Mail</h3>
        {mails.data?.items.length === 0 ? <p className="text-muted">None yet.</p> : null}
        <ul className="flex flex-col gap-1.5">
          {mails.data?.items.map((mail) => (
            <li key={mail.id} className="flex items-center gap-2">
              <AppLink
                href={paths.thread(slug, mail.threadId)}
                className="min-w-0 flex-1 truncate hover:underline"
              >
                {mail.subject}
              </AppLink>
              {mail.delivery === null ? null : <StateBadge {...deliveryLook[mail.delivery.state]} quiet />}
              <RelativeTime at={mail.createdAt} className="text-xs text-muted" />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
