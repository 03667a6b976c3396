'use client';
import { useMemo } from 'react';
import { plural } from '@/frontend/format/number';
import { cx } from '@/frontend/ui/cx';
import { DiffSize } from './Evidence';
import { splitPatch } from './splitPatch';

/** Larger files stay closed until asked for, so that a lock file does not hold up the page. */
const OPEN_LINES = 400;
const MOST_LINES = 3000;

type File = { path: string; additions: number; deletions: number };

/** A patch to glance at while work goes on. Reviewing, with comments and marks, has its own page. */
export function PatchView({
  files,
  patch,
  truncated,
}: {
  files: readonly File[];
  patch: string;
  truncated: boolean;
}) {
  const parts = useMemo(() => new Map(splitPatch(patch).map((part) => [part.path, part.lines])), [patch]);
  return (
    <div className="flex flex-col gap-2 p-4">
      <p className="text-xs text-muted">
        {plural(files.length, 'file')} changed
        {truncated ? '; the patch is cut here, the rest is in the branch' : ''}
      </p>
      {files.map((file) => {
        const lines = parts.get(file.path) ?? [];
        return (
          <details
            key={file.path}
            open={lines.length <= OPEN_LINES}
            className="overflow-hidden rounded-lg border border-line"
          >
            <summary className="flex h-8 cursor-pointer items-center gap-3 bg-surface px-3 text-xs focus-visible:-outline-offset-2">
              <span className="min-w-0 flex-1 truncate font-mono">{file.path}</span>
              <DiffSize {...file} />
            </summary>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
              tabIndex={0}
              className="overflow-x-auto border-t border-line py-1 text-xs leading-5"
            >
              {lines.slice(0, MOST_LINES).map((line, index) => (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line of a patch has no other identity
                  key={index}
                  className={cx(
                    'min-w-fit px-3',
                    line.startsWith('+') && 'bg-added-bg',
                    line.startsWith('-') && 'bg-removed-bg',
                    line.startsWith('@@') && 'text-muted',
                  )}
                >
                  {line === '' ? ' ' : line}
                </div>
              ))}
              {lines.length === 0 ? <div className="px-3 text-muted">No text to show.</div> : null}
            </pre>
          </details>
        );
      })}
    </div>
  );
}
