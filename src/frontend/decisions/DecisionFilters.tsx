'use client';
import { useQuery } from '@tanstack/react-query';
import { agentOptions } from '@/frontend/agents/agentOptions';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { Input } from '@/frontend/ui/Input';
import { SearchInput } from '@/frontend/ui/SearchInput';
import { Select } from '@/frontend/ui/Select';
import { ANYONE, type DecisionFilter, EVERY } from './useDecisionFilter';

const PERIODS = [
  { value: 'any', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'between', label: 'Between days…' },
];

/** One line where there is room; the days only for who asks for them. */
export function DecisionFilters({ project, filter }: { project: Project; filter: DecisionFilter }) {
  const trpc = useTRPC();
  const epics = useQuery(trpc.task.list.queryOptions({ projectId: project.id, parentId: null, limit: 200 }));
  const agents = useQuery(trpc.agent.list.queryOptions({ projectId: project.id }));
  const { from, until, backwards } = filter;
  const narrow = 'w-40 max-md:w-auto max-md:min-w-24 max-md:flex-1';
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <div className="w-80 max-md:w-full">
        <SearchInput
          label="Search decisions"
          placeholder="Search in decisions and reasons"
          value={filter.search}
          onChange={filter.setSearch}
        />
      </div>
      <div className={narrow}>
        <Select
          label="Agent"
          value={filter.agentId}
          onChange={filter.setAgentId}
          options={[{ value: ANYONE, label: 'Anyone' }, ...agentOptions(agents.data ?? [])]}
        />
      </div>
      <div className={narrow}>
        <Select
          label="Epic"
          value={filter.epicId}
          onChange={filter.setEpicId}
          options={[
            { value: EVERY, label: 'Every epic' },
            ...(epics.data ?? []).map((epic) => ({ value: epic.id, label: epic.title })),
          ]}
        />
      </div>
      <div className={narrow}>
        <Select label="When" value={filter.period} onChange={filter.setPeriod} options={PERIODS} />
      </div>
      {filter.period === 'between' ? (
        <div className="flex items-center gap-1.5 text-sm text-muted max-md:w-full [&_input]:w-36 max-md:[&_input]:flex-1">
          <Input
            type="date"
            aria-label="From this day"
            aria-invalid={backwards || undefined}
            value={from}
            max={until === '' ? undefined : until}
            onChange={(event) => filter.setFrom(event.target.value)}
          />
          to
          <Input
            type="date"
            aria-label="Until this day"
            aria-invalid={backwards || undefined}
            value={until}
            min={from === '' ? undefined : from}
            onChange={(event) => filter.setUntil(event.target.value)}
          />
        </div>
      ) : null}
      {filter.isFiltered ? (
        <Button variant="ghost" onClick={filter.clear}>
          Clear
        </Button>
      ) : null}
      {backwards ? (
        <p role="alert" className="w-full text-xs text-failed">
          The first day is after the last one, so nothing can fit. Swap them.
        </p>
      ) : null}
    </div>
  );
}
