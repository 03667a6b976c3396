'use client';
import { Check } from 'lucide-react';
import { cx } from '@/frontend/ui/cx';
import { DiffSize } from '@/frontend/widgets/Evidence';
import type { ReviewFile } from './foldFile';
import { groupBy } from './groupBy';
import { folderOf } from './inTreeOrder';

const letters: Record<ReviewFile['status'], [letter: string, ink: string]> = {
  added: ['A', 'text-done'],
  modified: ['M', 'text-muted'],
  deleted: ['D', 'text-failed'],
  renamed: ['R', 'text-review'],
  copied: ['C', 'text-review'],
  'type-changed': ['T', 'text-blocked'],
};

/** The files under their folders; what was looked at is ticked. */
export function FileTree({
  files,
  current,
  onChoose,
}: {
  files: readonly ReviewFile[];
  current: string | undefined;
  onChoose: (path: string) => void;
}) {
  const folders = groupBy(files, folderOf);
  return (
    <nav aria-label="Changed files" className="py-1 text-sm">
      {[...folders].map(([folder, members]) => (
        <div key={folder}>
          {folder === '' ? null : (
            <p
              title={folder}
              dir="rtl"
              className="truncate px-3 pt-2 pb-0.5 text-left font-mono text-xs text-muted"
            >
              <bdi>{folder}/</bdi>
            </p>
          )}
          <ul>
            {members.map((file) => {
              const [letter, ink] = letters[file.status];
              return (
                <li key={file.path}>
                  <button
                    type="button"
                    title={file.path}
                    aria-current={file.path === current || undefined}
                    onClick={() => onChoose(file.path)}
                    className={cx(
                      'flex h-7 w-full items-center gap-2 rounded-none px-3 text-left text-xs transition-colors focus-visible:-outline-offset-2 pointer-coarse:h-10',
                      file.path === current ? 'bg-selected' : 'hover:bg-hover',
                    )}
                  >
                    <span className={cx('w-3 shrink-0 text-center font-mono', ink)}>
                      {file.viewed ? <Check aria-hidden className="size-3 text-done" /> : letter}
                    </span>
                    <span className={cx('min-w-0 flex-1 truncate', file.viewed && 'text-muted')}>
                      {file.path.slice(file.path.lastIndexOf('/') + 1)}
                      <span className="sr-only">
                        , {file.status}
                        {file.viewed ? ', viewed' : ''}
                      </span>
                    </span>
                    <DiffSize {...file} />
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
