'use client';
import type { TaskDetail } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { paths } from '@/frontend/shell/paths';
import { DataList, Row } from '@/frontend/ui/DataList';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';
import type { Look } from '@/frontend/ui/state';
import { DiffSize } from './Evidence';

const pullLook: Record<TaskDetail['pullRequests'][number]['state'], Look> = {
  OPEN: { state: 'review', word: 'open' },
  MERGED: { state: 'done', word: 'merged' },
  CLOSED: { state: 'idle', word: 'closed' },
};

export function PullRows({ pulls, slug }: { pulls: TaskDetail['pullRequests']; slug: string }) {
  if (pulls.length === 0) return null;
  return (
    <DataList label="Pull requests" heading="Pull requests" aside={plural(pulls.length, 'request')}>
      {pulls.map((pull) => (
        <Row
          key={pull.id}
          href={paths.review(slug, pull.number)}
          lead={<StateDot {...pullLook[pull.state]} label={pullLook[pull.state].word} />}
          title={pull.title}
          meta={`#${pull.number} · ${plural(pull.changedFiles, 'file')} · ${plural(pull.commits, 'commit')}`}
          trail={
            <>
              <DiffSize {...pull} />
              <RelativeTime at={pull.updatedAt} />
            </>
          }
        />
      ))}
    </DataList>
  );
}
