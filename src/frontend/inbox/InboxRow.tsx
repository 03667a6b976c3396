'use client';
import type { InboxItem, Refusal, UnderWay } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { AppLink } from '@/frontend/shell/AppLink';
import { ButtonLink } from '@/frontend/ui/Button';
import { Checkbox } from '@/frontend/ui/Checkbox';
import { cx } from '@/frontend/ui/cx';
import { Duration } from '@/frontend/ui/Duration';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';
import { Evidence } from '@/frontend/widgets/Evidence';
import { describeLeftOut } from '@/shared/left_out';
import { GROUPS } from './groups';
import { type RowActions, RowButtons } from './RowButtons';
import type { Review } from './useInboxActions';

/** One thing that waits: what, why, since when, and what can be done about it right here. */
export function InboxRow({
  item,
  href,
  active,
  choice,
  landing,
  refusal,
  actions,
  showProject,
}: {
  item: InboxItem;
  href: string;
  active: boolean;
  /** Left out where only this row is shown. */
  choice?: { chosen: boolean; toggle: () => void };
  /** Its merge is under way: nothing can be decided now. */
  landing?: UnderWay | undefined;
  /** Why it was not merged at the last try. */
  refusal?: Refusal | undefined;
  actions: RowActions;
  showProject: boolean;
}) {
  const missing = item.kind === 'review' ? describeLeftOut(item.leftOut) : null;
  const state = GROUPS.find((group) => group.kind === item.kind)?.state ?? 'idle';
  return (
    <li
      data-key={item.key}
      aria-current={active || undefined}
      ref={active ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
      className={cx(
        'group relative flex items-start gap-2.5 border-b border-line px-4 py-2 text-sm transition-colors',
        active ? 'bg-selected' : 'hover:bg-hover',
        'before:absolute before:inset-y-0 before:left-0 before:w-0.5',
        active && 'before:bg-accent',
      )}
    >
      {choice === undefined ? null : (
        <span
          className={cx(
            'relative z-10 flex h-5 items-center focus-within:opacity-100 group-hover:opacity-100 max-md:hidden',
            !(active || choice.chosen) && 'opacity-0',
          )}
        >
          <Checkbox checked={choice.chosen} onChange={choice.toggle} label={`Select ${item.title}`} />
        </span>
      )}
      <StateDot state={landing === undefined ? state : 'working'} className="mt-[3px]" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-72">
          <AppLink
            href={href}
            className={cx(
              'block truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
              item.kind === 'mail' && !item.unread ? '' : 'font-medium',
            )}
          >
            {item.title}
          </AppLink>
          <p className="line-clamp-2 text-xs text-muted [overflow-wrap:anywhere]">
            {showProject ? `${item.project.name} · ` : ''}
            {item.kind === 'review' && landing !== undefined ? (
              <Landing item={item} landing={landing} />
            ) : (
              <Why item={item} />
            )}
          </p>
          {refusal === undefined || landing !== undefined ? null : (
            <p role="alert" className="text-xs [overflow-wrap:anywhere]">
              <span className="text-failed">Not merged:</span> {refusal.title} {refusal.next}
            </p>
          )}
          {missing === null ? null : (
            <p className="text-xs text-failed [overflow-wrap:anywhere]">{missing}</p>
          )}
        </div>
        {item.kind === 'question' ? <Asked item={item} /> : null}
        <div className="relative z-10 flex w-fit flex-wrap gap-1.5 empty:hidden">
          {landing === undefined ? (
            <RowButtons item={item} href={href} actions={actions} active={active} />
          ) : (
            <ButtonLink size="sm">
              <AppLink href={href}>Watch</AppLink>
            </ButtonLink>
          )}
        </div>
      </div>
      <RelativeTime
        at={item.since}
        className="tabular w-9 shrink-0 text-right text-xs leading-5 text-muted"
      />
    </li>
  );
}

function Landing({ item, landing }: { item: Review; landing: UnderWay }) {
  return (
    <span role="status" className="text-working">
      {landing.testing
        ? `The tests run on the merge with ${item.baseBranch}; it lands when they pass`
        : `Merging into ${item.baseBranch}`}{' '}
      · <Duration since={landing.since} />
    </span>
  );
}

function Why({ item }: { item: InboxItem }) {
  switch (item.kind) {
    case 'review':
      return (
        <>
          final pull request · {plural(item.changedFiles, 'file')} · <Evidence pull={item} />
        </>
      );
    case 'question':
      return (
        <>
          {item.task === null ? '' : `${item.task.title} · `}without an answer{' '}
          {item.defaultTo === '' ? 'it decides itself' : `“${item.defaultTo}”`}{' '}
          <RelativeTime at={item.deadline} />
        </>
      );
    case 'plan':
      return `${plural(item.subtasks, 'subtask')} · no worker starts before you approve`;
    case 'failed':
      return item.reason ?? (item.blocked ? 'blocked' : 'failed');
    case 'mail':
      return (
        <>
          <span className="font-mono">{item.from}</span> · {item.snippet}
        </>
      );
  }
}

/** What was asked, where it says more than the title and the buttons do. */
function Asked({ item }: { item: Extract<InboxItem, { kind: 'question' }> }) {
  const said = new Set(item.options.map(({ label }) => label));
  const body = item.body
    .split('\n')
    .filter(
      (line) => line.trim() !== '' && !item.title.endsWith(line.trim()) && !said.has(line.replace(/^- /, '')),
    )
    .join('\n');
  return body === '' ? null : (
    <pre className="max-h-32 w-full overflow-hidden whitespace-pre-wrap rounded-md border border-line bg-surface px-2 py-1 text-xs [overflow-wrap:anywhere]">
      {body}
    </pre>
  );
}
