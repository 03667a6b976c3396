import { COUNTED_STATES } from '@/backend/resource_accessors/observe/read_totals';
import type { Deps } from '../deps';
import { type Health, readHealth } from './read_health';

type Sample = { labels?: Record<string, string>; value: number; suffix?: string };
type Metric = { name: string; type: 'gauge' | 'counter' | 'histogram'; help: string; samples: Sample[] };

/** The same numbers as the health page, in Prometheus' text format. */
export async function renderMetrics(deps: Pick<Deps, 'store' | 'clock' | 'reconciler'>): Promise<string> {
  const lines = metricsOf(await readHealth(deps)).flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map((sample) => line(name, sample)),
  ]);
  return `${lines.join('\n')}\n`;
}

function metricsOf(health: Health): Metric[] {
  const { totals, reconciler } = health;
  return [
    gauge('factory_in_charge', 'Whether this process drives the agents.', [
      { value: Number(health.lease.inCharge) },
    ]),
    gauge('factory_healthy', 'Whether nothing is wrong with the system as a whole.', [
      { value: Number(health.status === 'healthy') },
    ]),
    gauge('factory_tasks', 'Tasks by state.', ofStates('tasks', totals)),
    gauge('factory_agents', 'Agents in service by execution state.', ofStates('agents', totals)),
    gauge('factory_sessions', 'Open sessions by what their agent does.', ofStates('sessions', totals)),
    gauge('factory_deliveries', 'Deliveries by state.', ofStates('deliveries', totals)),
    gauge('factory_executions', 'Attempts by state.', ofStates('executions', totals)),
    gauge('factory_merge_requests', 'Merge requests by state.', ofStates('merges', totals)),
    {
      name: 'factory_tokens_total',
      type: 'counter',
      help: 'Tokens used by agents, by kind.',
      samples: by('kind', {
        input: totals.usage.inputTokens,
        output: totals.usage.outputTokens,
        cache_read: totals.usage.cacheReadTokens,
        cache_write: totals.usage.cacheWriteTokens,
      }),
    },
    {
      name: 'factory_cost_usd_total',
      type: 'counter',
      help: 'Estimated cost of all sessions.',
      samples: [{ value: totals.usage.costUsd }],
    },
    gauge('factory_failing_keys', 'Keys of the reconciler that wait after a failure.', [
      { value: health.failing.length },
    ]),
    ...(reconciler === null ? [] : ofReconciler(reconciler)),
  ];
}

function ofReconciler(stats: NonNullable<Health['reconciler']>): Metric[] {
  const { latency, queue } = stats;
  return [
    gauge('factory_queue_depth', 'Keys of the reconciler by what they wait for.', by('state', queue)),
    {
      name: 'factory_sweeps_total',
      type: 'counter',
      help: 'Full sweeps since the start.',
      samples: [{ value: stats.sweeps }],
    },
    {
      name: 'factory_reconcile_failures_total',
      type: 'counter',
      help: 'Reconciliations that threw.',
      samples: [{ value: stats.failures }],
    },
    {
      name: 'factory_reconcile_seconds',
      type: 'histogram',
      help: 'How long one reconciliation takes.',
      samples: [
        ...latency.buckets.map(({ le, count }) => ({
          suffix: '_bucket',
          labels: { le: String(le / 1000) },
          value: count,
        })),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: latency.count },
        { suffix: '_sum', value: latency.sumMs / 1000 },
        { suffix: '_count', value: latency.count },
      ],
    },
  ];
}

function gauge(name: string, help: string, samples: Sample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

/** A state that nothing is in is 0, not absent: whoever draws a line must see it end. */
function ofStates(what: keyof typeof COUNTED_STATES, totals: Health['totals']): Sample[] {
  const none = Object.fromEntries(COUNTED_STATES[what].map((state) => [state, 0]));
  return by('state', { ...none, ...totals[what] });
}

function by(label: string, counts: Record<string, number>): Sample[] {
  return Object.entries(counts).map(([key, value]) => ({ labels: { [label]: key.toLowerCase() }, value }));
}

function line(name: string, sample: Sample): string {
  const labels = Object.entries(sample.labels ?? {}).map(([key, value]) => `${key}="${value}"`);
  return `${name}${sample.suffix ?? ''}${labels.length > 0 ? `{${labels.join(',')}}` : ''} ${sample.value}`;
}
