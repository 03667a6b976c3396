'use client';
import type { TaskDetail } from '@/frontend/api/outputs';
import { CopyId, CopyText } from '@/frontend/ui/CopyText';
import { Facts } from '@/frontend/ui/Facts';
import { RelativeTime } from '@/frontend/ui/RelativeTime';

export function TaskFacts({ task }: { task: TaskDetail['task'] }) {
  const cleared = task.endedAt !== null && task.preparedAt === null;
  return (
    <Facts
      facts={[
        ['Id', <CopyId key="id" id={task.id} />],
        ['Branch', <CopyText key="branch" text={task.branchName} />],
        ['Base', <CopyText key="base" text={task.baseBranch} />],
        ['Worktree', cleared ? null : <CopyText key="worktree" text={task.worktreePath} />],
        ['Created', <RelativeTime key="created" at={task.createdAt} />],
        ['Submitted', task.submittedAt === null ? null : <RelativeTime key="sub" at={task.submittedAt} />],
      ]}
    />
  );
}
