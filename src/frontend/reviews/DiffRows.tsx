'use client';
import { cx } from '@/frontend/ui/cx';
import { type Ink, paintLine } from './paintLine';
import type { Pair, TextLine } from './parsePatch';

type Comment = (line: number, side: 'old' | 'new') => void;

const ground = { same: '', add: 'bg-added-bg', del: 'bg-removed-bg' } as const;
const sign = { same: ' ', add: '+', del: '−' } as const;
const spoken = { same: '', add: 'added: ', del: 'removed: ' } as const;
const inks: Record<Ink, string | undefined> = {
  plain: undefined,
  word: 'text-review',
  string: 'text-working',
  comment: 'text-muted',
  number: 'text-accent',
};

/** One line of the unified view: both numbers, the sign, the text. */
export function UnifiedLine({
  line,
  path,
  onComment,
}: {
  line: TextLine;
  path: string;
  onComment: Comment | undefined;
}) {
  return (
    <div className={cx('group flex font-mono text-xs leading-5', ground[line.kind])}>
      <LineNumber number={line.oldLine} side="old" onComment={line.kind === 'del' ? onComment : undefined} />
      <LineNumber number={line.newLine} side="new" onComment={line.kind === 'del' ? undefined : onComment} />
      <Code line={line} path={path} />
    </div>
  );
}

/** Before and after beside each other. */
export function SplitLine({
  pair,
  path,
  onComment,
}: {
  pair: Pair;
  path: string;
  onComment: Comment | undefined;
}) {
  const half = (line: TextLine | null, side: 'old' | 'new') => (
    <div className={cx('group flex min-w-0 flex-1', line === null ? 'bg-surface' : ground[line.kind])}>
      <LineNumber
        number={(side === 'old' ? line?.oldLine : line?.newLine) ?? null}
        side={side}
        onComment={line?.kind === 'same' && side === 'old' ? undefined : onComment}
      />
      {line === null ? null : <Code line={line} path={path} />}
    </div>
  );
  return (
    <div className="flex divide-x divide-line font-mono text-xs leading-5">
      {half(pair.left, 'old')}
      {half(pair.right, 'new')}
    </div>
  );
}

function LineNumber({
  number,
  side,
  onComment,
}: {
  number: number | null;
  side: 'old' | 'new';
  onComment: Comment | undefined;
}) {
  const look =
    'tabular w-12 shrink-0 select-none self-start pr-2 text-right text-muted max-md:w-9 max-md:pr-1';
  if (number === null) return <span className={look} />;
  if (onComment === undefined) return <span className={look}>{number}</span>;
  return (
    <button
      type="button"
      aria-label={`Comment on line ${number}${side === 'old' ? ' before the change' : ''}`}
      onClick={() => onComment(number, side)}
      className={cx(look, 'relative rounded-none hover:text-text focus-visible:-outline-offset-2')}
    >
      <span
        aria-hidden
        className="absolute top-0.5 left-1 hidden size-4 items-center justify-center rounded-sm bg-accent-bg leading-none text-accent-fg group-hover:flex"
      >
        +
      </span>
      {number}
    </button>
  );
}

function Code({ line, path }: { line: TextLine; path: string }) {
  const mark = line.kind === 'add' ? 'bg-added-mark rounded-sm' : 'bg-removed-mark rounded-sm';
  return (
    <>
      <span aria-hidden className="w-4 shrink-0 select-none text-center text-muted">
        {sign[line.kind]}
      </span>
      <span className="min-w-0 flex-1 whitespace-pre-wrap pr-3 [overflow-wrap:anywhere]">
        <span className="sr-only">{spoken[line.kind]}</span>
        {paintLine(line.text, path, line.mark).map(({ text, ink, marked }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a part of a line has no other identity
            key={index}
            className={cx(inks[ink], marked && mark)}
          >
            {text}
          </span>
        ))}
      </span>
    </>
  );
}
