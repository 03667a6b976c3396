'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { InboxItem } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { Button } from '@/frontend/ui/Button';
import { Dialog } from '@/frontend/ui/Dialog';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { Evidence } from '@/frontend/widgets/Evidence';
import { LeftOutNote } from '@/frontend/widgets/LeftOutNote';
import { QueryView } from '@/frontend/widgets/QueryView';
import type { InboxActions, PlanItem, Review } from './useInboxActions';

/** `a` on reviews and plans: says what will happen to each before it does. */
export function ApproveDialog({
  items,
  onClose,
  actions,
}: {
  items: readonly InboxItem[];
  onClose: () => void;
  actions: InboxActions;
}) {
  const [versions, setVersions] = useState<ReadonlyMap<string, string>>(new Map());
  const read = useCallback(
    (key: string, version: string) => setVersions((before) => new Map(before).set(key, version)),
    [],
  );
  const reviews = items.filter((item) => item.kind === 'review');
  const plans = items.filter((item) => item.kind === 'plan');
  const approve = () => {
    onClose();
    for (const item of reviews) actions.land(item);
    for (const item of plans) {
      const version = versions.get(item.key);
      if (version !== undefined) actions.approvePlan(item, version);
    }
  };
  const verb = reviews.length === 0 ? 'Approve' : plans.length === 0 ? 'Approve and merge' : 'Approve all';
  return (
    <Dialog
      open={items.length > 0}
      onOpenChange={(next) => next || onClose()}
      title={items.length === 1 ? `${verb}: ${items[0]?.title}` : `${verb} ${plural(items.length, 'item')}`}
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button
            data-autofocus
            variant="primary"
            disabled={plans.some((item) => !versions.has(item.key))}
            onClick={approve}
          >
            {verb}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3 text-sm">
        {reviews.map((item) => (
          <li key={item.key}>
            <Landing item={item} alone={items.length === 1} />
          </li>
        ))}
        {plans.map((item) => (
          <li key={item.key}>
            <Breakdown item={item} alone={items.length === 1} onRead={read} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Landing({ item, alone }: { item: Review; alone: boolean }) {
  return (
    <>
      {alone ? null : <p className="font-medium">{item.title}</p>}
      <p className="text-muted">
        {plural(item.commits, 'commit')} of <code>{item.headBranch}</code>{' '}
        {item.commits === 1 ? 'goes' : 'go'} into <code>{item.baseBranch}</code>. Agents of this epic stop;
        the epic is done.
      </p>
      <p className="text-xs text-muted">
        {plural(item.changedFiles, 'file')} · <Evidence pull={item} />
      </p>
      <LeftOutNote leftOut={item.leftOut} className="mt-2" />
      {item.check === 'FAILED' ? (
        <p className="mt-2 rounded-md bg-failed-bg px-3 py-2">The tests failed on this head.</p>
      ) : null}
    </>
  );
}

/** The plan as it is now: what is approved is exactly what stands here. */
function Breakdown({
  item,
  alone,
  onRead,
}: {
  item: PlanItem;
  alone: boolean;
  onRead: (key: string, version: string) => void;
}) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plan.get.queryOptions({ epicId: item.task?.id ?? '' }));
  const version = plan.data?.version;
  useEffect(() => {
    if (version !== undefined) onRead(item.key, version);
  }, [version, item.key, onRead]);
  return (
    <>
      {alone ? null : <p className="font-medium">{item.title}</p>}
      <QueryView query={plan} skeleton={<SkeletonRows rows={3} label="Loading the plan" />}>
        {({ steps }) => (
          <ol className="list-decimal pl-5">
            {steps.map((step) => (
              <li key={step.id}>{step.title}</li>
            ))}
          </ol>
        )}
      </QueryView>
    </>
  );
}
