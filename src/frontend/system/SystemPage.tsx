'use client';
import { useQuery } from '@tanstack/react-query';
import type { Health } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { Page } from '@/frontend/shell/Page';
import { DataList, Row } from '@/frontend/ui/DataList';
import { Facts } from '@/frontend/ui/Facts';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import type { VisualState } from '@/frontend/ui/state';
import { TokenCount } from '@/frontend/ui/TokenCount';
import { Conditions } from '@/frontend/widgets/Conditions';
import { QueryView } from '@/frontend/widgets/QueryView';
import { Forges } from './Forges';
import { LogTail } from './LogTail';
import { Machine } from './Machine';
import { Part } from './Part';
import { Triggers } from './Triggers';
import { Vitals } from './Vitals';

const EVERY_MS = 5000;
const looks: Record<Health['status'], VisualState> = {
  healthy: 'done',
  unhealthy: 'failed',
  nobody_in_charge: 'blocked',
};
const roles: Record<Health['role'], string> = {
  in_charge: 'in charge of the agents',
  looking_on: 'looks on while another acts',
  pages_only: 'serves pages only',
};

export function SystemPage() {
  const trpc = useTRPC();
  const health = useQuery({ ...trpc.control.health.queryOptions(), refetchInterval: EVERY_MS });
  return (
    <Page title="System">
      <QueryView query={health} skeleton={<SkeletonRows rows={10} label="Loading the state of the system" />}>
        {(state) => <State health={state} />}
      </QueryView>
    </Page>
  );
}

function State({ health }: { health: Health }) {
  const trpc = useTRPC();
  const conditions = useQuery(trpc.control.conditions.queryOptions({ status: true }));
  const { reconciler, totals, lease } = health;
  const others = conditions.data?.filter((condition) => condition.subjectKind !== 'SYSTEM') ?? [];
  return (
    <>
      <p
        role="status"
        className="flex items-start gap-2.5 border-b border-line px-4 py-4 text-lg font-semibold"
      >
        <StateDot
          state={looks[health.status]}
          label={health.status.replaceAll('_', ' ')}
          className="mt-1 size-4"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">{health.words}</span>
      </p>
      <Conditions conditions={health.conditions} />
      {others.length === 0 ? null : (
        <section aria-label="Out of order elsewhere">
          <h2 className="flex h-8 items-center border-b border-line bg-surface px-4 text-xs font-medium">
            Out of order in projects, tasks and agents
          </h2>
          <Conditions conditions={others} />
        </section>
      )}
      {health.failing.length === 0 ? null : (
        <DataList label="Tried again" heading="Failing, tried again by itself" aside={health.failing.length}>
          {health.failing.map((item) => (
            <Row
              key={item.key}
              lead={<StateDot state="failed" label="failing" />}
              title={<span className="font-mono text-xs">{item.key}</span>}
              meta={item.lastError ?? ''}
              trail={
                <>
                  <span>{plural(item.failures, 'failure')}</span>
                  <RelativeTime at={item.dueAt} />
                </>
              }
            />
          ))}
        </DataList>
      )}
      <div className="grid gap-x-8 gap-y-6 border-b border-line p-4 md:grid-cols-2 xl:grid-cols-4">
        <Part title="This server">
          <Facts
            facts={[
              ['Role', roles[health.role]],
              ['In charge', lease.holder ?? 'nobody'],
              ['Term', String(lease.fence)],
              ['Cost so far', <Money key="cost" usd={totals.usage.costUsd} />],
              ['Read', <TokenCount key="in" tokens={totals.usage.inputTokens} />],
              ['Written', <TokenCount key="out" tokens={totals.usage.outputTokens} />],
            ]}
          />
        </Part>
        <Part title="Reconciler">
          {reconciler === null ? (
            <p className="text-sm text-muted">
              This process runs none: it serves pages only. The server in charge shows these figures.
            </p>
          ) : (
            <Facts
              facts={[
                ['Queue', `${reconciler.queue.ready} ready, ${reconciler.queue.running} running`],
                ['Later', `${reconciler.queue.delayed} delayed, ${reconciler.queue.failing} failing`],
                [
                  'Runs',
                  `${reconciler.runs.toLocaleString('en')}, ${plural(reconciler.failures, 'failure')}`,
                ],
                [
                  'Mean time',
                  reconciler.latency.count === 0
                    ? null
                    : `${(reconciler.latency.sumMs / reconciler.latency.count).toFixed(1)} ms`,
                ],
              ]}
            />
          )}
        </Part>
        <Machine />
      </div>
      {reconciler === null ? null : <Vitals />}
      <Triggers role={health.role} />
      <Forges />
      <div className="grid grid-cols-2 gap-x-8 gap-y-6 border-b border-line p-4 md:grid-cols-3 xl:grid-cols-6">
        <Counts title="Tasks" counts={totals.tasks} />
        <Counts title="Agents in service" counts={totals.agents} />
        <Counts title="Open sessions" counts={totals.sessions} />
        <Counts title="Deliveries" counts={totals.deliveries} />
        <Counts title="Attempts" counts={totals.executions} />
        <Counts title="Merge queue" counts={totals.merges} />
      </div>
      <LogTail />
    </>
  );
}

function Counts({ title, counts }: { title: string; counts: Record<string, number> }) {
  const rows = Object.entries(counts);
  return (
    <Part title={title}>
      {rows.length === 0 ? <p className="text-sm text-muted">none</p> : null}
      <Facts
        facts={rows.map(([name, count]) => [
          name.toLowerCase().replaceAll('_', ' '),
          <span key={name} className="tabular">
            {count.toLocaleString('en')}
          </span>,
        ])}
      />
    </Part>
  );
}
