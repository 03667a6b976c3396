'use client';
import { Ellipsis } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Card, Project, TaskDetail } from '@/frontend/api/outputs';
import { OpenQuestions } from '@/frontend/inbox/OpenQuestions';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { LandingNote } from '@/frontend/reviews/LandingNote';
import { useLanding } from '@/frontend/reviews/useLanding';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { useMediaQuery } from '@/frontend/shell/useMediaQuery';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { IconButton } from '@/frontend/ui/IconButton';
import { Markdown } from '@/frontend/ui/Markdown';
import { Menu } from '@/frontend/ui/Menu';
import { AgentRows } from '@/frontend/widgets/AgentRows';
import { Conditions } from '@/frontend/widgets/Conditions';
import { PullRows } from '@/frontend/widgets/PullRows';
import { SpendingChart } from '@/frontend/widgets/SpendingChart';
import { TaskFacts } from '@/frontend/widgets/TaskFacts';
import { Timeline } from '@/frontend/widgets/Timeline';
import { useTaskControls } from '@/frontend/widgets/useTaskControls';
import { describeNext } from './describeNext';
import { EpicGraph } from './EpicGraph';
import { EpicHeader } from './EpicHeader';
import { PlanApproval } from './PlanApproval';
import { SpendingByTask } from './SpendingByTask';
import { SubtaskList } from './SubtaskList';

export function EpicView({
  project,
  epic,
  subtasks,
  detail,
}: {
  project: Project;
  epic: Card;
  subtasks: readonly Card[];
  detail: TaskDetail;
}) {
  const router = useRouter();
  const { slug } = project;
  const controls = useTaskControls(epic, () => router.push(paths.board(slug)));
  const toggle = controls.items.find((item) => item.keys === 'p');
  const again = controls.items.find((item) => item.keys === 't');
  useShortcuts(
    [toggle, again].flatMap((item) =>
      item?.keys ? [{ keys: item.keys, label: item.label, run: item.run }] : [],
    ),
  );
  const narrow = !useMediaQuery('(min-width: 768px)');
  const { description, designDoc } = detail.task;
  const final =
    epic.state === 'REVIEW'
      ? detail.pullRequests.find((pull) => pull.kind === 'FINAL' && pull.state === 'OPEN')
      : undefined;
  const landing = useLanding(final?.id);
  const planned = subtasks.filter(({ dropped }) => !dropped);
  const programMissing = detail.conditions.some(({ type }) => type === 'ProviderUnavailable');
  return (
    <Page
      title={epic.title}
      crumbs={[
        { label: project.name, href: paths.board(slug) },
        { label: 'Epics', href: paths.epics(slug) },
        { label: epic.title },
      ]}
      actions={
        <>
          {(again ?? toggle) === undefined ? null : (
            <Button
              icon={(again ?? toggle)?.icon}
              busy={controls.busy}
              onClick={(again ?? toggle)?.run}
              className="max-md:hidden [&_svg]:size-3.5"
            >
              {(again ?? toggle)?.label}
            </Button>
          )}
          <Menu
            align="end"
            trigger={<IconButton label="More actions" icon={<Ellipsis />} />}
            groups={[{ items: controls.items }]}
          />
        </>
      }
      panel={{ title: 'Timeline', content: <Timeline of={{ epicId: epic.id }} hideTools /> }}
    >
      <EpicHeader merging={landing !== null} epic={epic} subtasks={subtasks} task={detail.task} />
      <Conditions
        conditions={detail.conditions}
        tasks={subtasks}
        said={epic.column === 'blocked' ? epic.stateReason : null}
      />
      <OpenQuestions projectId={project.id} taskIds={[epic.id, ...subtasks.map(({ id }) => id)]} />
      {epic.planApproval === 'WAITING' && subtasks.length > 0 ? <PlanApproval epic={epic} /> : null}
      {planned.length === 0 ? null : (
        <Section title="Subtasks" flush>
          {narrow ? (
            <SubtaskList subtasks={planned} slug={slug} />
          ) : (
            <EpicGraph subtasks={planned} slug={slug} />
          )}
        </Section>
      )}
      <Section title="What happens next">
        {landing === null ? null : (
          <div className="pb-2">
            <LandingNote landing={landing} base={detail.task.baseBranch} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ul className="flex min-w-60 flex-1 flex-col gap-0.5 text-sm">
            {(landing === null ? describeNext(epic, subtasks, programMissing) : []).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {epic.quick ? (
            <ButtonLink>
              <AppLink href={paths.task(slug, epic.id)}>Terminal and changes</AppLink>
            </ButtonLink>
          ) : null}
          {final === undefined ? null : (
            <ButtonLink variant="primary">
              <AppLink href={paths.review(slug, final.number)}>
                {landing === null ? 'Review the pull request' : 'Watch the merge'}
              </AppLink>
            </ButtonLink>
          )}
        </div>
      </Section>
      <AgentRows agents={detail.agents} slug={slug} tasks={[epic, ...subtasks]} />
      <PullRows pulls={detail.pullRequests} slug={slug} />
      {description.trim() === '' ? null : (
        <Section title="Description">
          <Markdown text={description} />
        </Section>
      )}
      {designDoc.trim() === '' ? null : (
        <Section title="Design document">
          <Markdown text={designDoc} />
        </Section>
      )}
      {subtasks.some(({ tokens }) => tokens > 0) ? (
        <Section title="Cost by subtask">
          <SpendingByTask epic={epic} subtasks={subtasks} />
        </Section>
      ) : null}
      <SpendingChart epicId={epic.id} />
      <Section title="Details">
        <TaskFacts task={detail.task} />
      </Section>
      {controls.dialog}
    </Page>
  );
}

function Section({
  title,
  flush = false,
  children,
}: {
  title: string;
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-line">
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-muted">{title}</h2>
      <div className={flush ? '' : 'px-4 pb-4'}>{children}</div>
    </section>
  );
}
