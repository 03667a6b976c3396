'use client';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { formatExact } from '@/frontend/format/time';
import { Input } from '@/frontend/ui/Input';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { StateDot } from '@/frontend/ui/StateDot';
import type { VisualState } from '@/frontend/ui/state';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { LOG_LEVELS, type LogLevel, type LogLine } from '@/shared/system';

const EVERY_MS = 3000;
const looks: Record<LogLevel, VisualState> = {
  debug: 'idle',
  info: 'idle',
  warn: 'blocked',
  error: 'failed',
};
const words: Record<LogLevel, string> = { debug: 'All', info: 'Info', warn: 'Warnings', error: 'Errors' };

/** The end of the server's own log, newest first. */
export function LogTail() {
  const trpc = useTRPC();
  const [chosen, setLevel] = useSearchState('level', 'info');
  const [text, setText] = useSearchState('log');
  const level = LOG_LEVELS.find((name) => name === chosen) ?? 'info';
  const search = useDeferredValue(text).trim().slice(0, 200);
  const lines = useQuery({
    ...trpc.system.log.queryOptions({ level, search }),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
  return (
    <section aria-label="Log">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-1.5">
        <h2 className="flex-1 text-xs font-medium">Log of this server</h2>
        <div className="w-56 max-md:order-last max-md:w-full">
          <Input
            type="search"
            aria-label="Search the log"
            placeholder="Search the log"
            lead={<Search />}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <SegmentedControl
          label="Least level"
          value={level}
          onChange={setLevel}
          segments={LOG_LEVELS.map((value) => ({ value, label: words[value] }))}
        />
      </header>
      {lines.data?.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-muted">
          {search === ''
            ? `Nothing at “${words[level]}” in the newest part of the log.`
            : 'No line has that.'}
        </p>
      ) : null}
      <ul>
        {lines.data?.map((line) => (
          <Line key={`${line.at.getTime()} ${line.message} ${line.detail}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line }: { line: LogLine }) {
  const head = (
    <>
      <time
        dateTime={line.at.toISOString()}
        title={formatExact(line.at)}
        className="tabular shrink-0 text-muted"
      >
        {line.at.toLocaleTimeString('en-GB')}
      </time>
      <StateDot state={looks[line.level]} label={line.level} className="mt-px size-3" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{line.message}</span>
    </>
  );
  const look = 'flex items-start gap-2 px-4 py-1 font-mono text-xs';
  return (
    <li className="border-b border-line">
      {line.detail === '' ? (
        <p className={look}>{head}</p>
      ) : (
        <details>
          <summary
            className={`${look} cursor-pointer list-none hover:bg-hover focus-visible:-outline-offset-2`}
          >
            {head}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus */}
          <pre tabIndex={0} className="max-h-72 overflow-auto bg-surface px-4 py-2 text-xs text-muted">
            {line.detail}
          </pre>
        </details>
      )}
    </li>
  );
}
