'use client';
import { useDeferredValue } from 'react';
import { useSearchState } from '@/frontend/widgets/useSearchState';

export const ANYONE = 'anyone';
export const EVERY = 'every';
const DAYS = { any: null, today: 0, week: 6, month: 29, between: null } as const;
export type Period = keyof typeof DAYS;

/** What to look for among the decisions, kept in the address so that it can be sent to somebody. */
export function useDecisionFilter() {
  const [search, setSearch] = useSearchState('q');
  const [agentId, setAgentId] = useSearchState('agent', ANYONE);
  const [epicId, setEpicId] = useSearchState('epic', EVERY);
  const [when, setWhen] = useSearchState('when', 'any');
  const [from, setFrom] = useSearchState('from');
  const [until, setUntil] = useSearchState('until');
  const words = useDeferredValue(search).trim().slice(0, 200);
  // A link that names days is one between days, whatever else it says.
  const period: Period = from !== '' || until !== '' ? 'between' : isPeriod(when) ? when : 'any';
  const since = DAYS[period];
  const after = since === null ? startOf(from) : daysAgo(since);
  const before = startOf(until, 1);
  const wanted = {
    ...(agentId === ANYONE ? {} : { agentId }),
    ...(epicId === EVERY ? {} : { epicId }),
    ...(after === null ? {} : { after: after.toISOString() }),
    ...(before === null ? {} : { before: before.toISOString() }),
    ...(words === '' ? {} : { search: words }),
  };
  const setPeriod = (next: string) => {
    setWhen(next);
    if (next === 'between') return;
    setFrom('');
    setUntil('');
  };
  return {
    ...{ search, setSearch, agentId, setAgentId, epicId, setEpicId, from, setFrom, until, setUntil },
    period,
    setPeriod,
    wanted,
    isFiltered: Object.keys(wanted).length > 0,
    backwards: after !== null && before !== null && after >= before,
    clear() {
      setSearch('');
      setAgentId(ANYONE);
      setEpicId(EVERY);
      setPeriod('any');
    },
  };
}

export type DecisionFilter = ReturnType<typeof useDecisionFilter>;

function isPeriod(text: string): text is Period {
  return text in DAYS;
}

/** Midnight at the start of a day in the reader's own zone, or of so many days later. */
function startOf(day: string, later = 0): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match === null ? null : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + later);
}

/** Midnight today, or so many days before: the same all day, so that it is one question to the server. */
function daysAgo(days: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}
