'use client';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Badge } from '@/frontend/ui/Badge';
import { Checkbox } from '@/frontend/ui/Checkbox';
import { CopyText } from '@/frontend/ui/CopyText';
import { cx } from '@/frontend/ui/cx';
import { IconButton } from '@/frontend/ui/IconButton';
import { DiffSize } from '@/frontend/widgets/Evidence';
import type { ReviewFile } from './foldFile';

export function FileHeader({
  file,
  open,
  active,
  onFold,
  onViewed,
}: {
  file: ReviewFile;
  open: boolean;
  active: boolean;
  onFold: () => void;
  onViewed: (viewed: boolean) => void;
}) {
  return (
    <div
      className={cx(
        'flex h-9 items-center gap-2 border-y border-line bg-surface pr-4 pl-2 text-sm',
        active && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <IconButton
        label={`${open ? 'Close' : 'Open'} ${file.path}`}
        icon={open ? <ChevronDown /> : <ChevronRight />}
        onClick={onFold}
      />
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <CopyText
          text={file.path}
          show={file.oldPath === null ? file.path : `${file.oldPath} → ${file.path}`}
          className="min-w-0 text-text"
        />
        {file.status === 'modified' ? null : (
          <span className="shrink-0">
            <Badge>{file.status}</Badge>
          </span>
        )}
      </span>
      <span className="text-xs max-md:hidden">
        <DiffSize {...file} />
      </span>
      <Checkbox checked={file.viewed} onChange={onViewed}>
        <span className="text-xs text-muted">Viewed</span>
      </Checkbox>
    </div>
  );
}
