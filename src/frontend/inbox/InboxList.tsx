'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { InboxItem } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { useRefusals } from '@/frontend/reviews/useRefusals';
import { Button } from '@/frontend/ui/Button';
import { DataList } from '@/frontend/ui/DataList';
import { ApproveDialog } from './ApproveDialog';
import { GROUPS, inOrder, offered } from './groups';
import { hrefOf } from './hrefOf';
import { InboxRow } from './InboxRow';
import { ReplyDialog } from './ReplyDialog';
import { useInboxActions } from './useInboxActions';
import { useLandings } from './useLandings';

export function InboxList({ items, everyProject }: { items: readonly InboxItem[]; everyProject: boolean }) {
  const router = useRouter();
  const actions = useInboxActions();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [replyTo, setReplyTo] = useState<InboxItem>();
  const [approving, setApproving] = useState<readonly InboxItem[]>([]);
  const sorted = inOrder(items);
  const landings = useLandings(items.some(({ kind }) => kind === 'review'));
  const refusals = useRefusals(items.some(({ kind }) => kind === 'review'));
  const refusalOf = (item: InboxItem) => {
    const refusal = item.kind === 'review' ? refusals.get(item.pullRequestId) : undefined;
    return item.kind === 'review' && refusal?.headSha === item.headSha ? refusal : undefined;
  };
  const landingOf = (item: InboxItem) =>
    item.kind === 'review' ? landings.get(item.pullRequestId) : undefined;
  const { cursor } = useListCursor({
    keys: sorted.map((item) => item.key),
    onOpen: (key) => {
      const item = sorted.find((each) => each.key === key);
      if (item !== undefined) router.push(hrefOf(item));
    },
  });
  const current = sorted.find((item) => item.key === cursor);
  const picked = sorted.filter((item) => chosen.has(item.key));
  const subjects = picked.length > 0 ? picked : current === undefined ? [] : [current];
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const finish = (run: (list: readonly InboxItem[]) => void) => () => {
    run(subjects);
    setChosen(new Set());
  };
  const approve = (list: readonly InboxItem[]) =>
    setApproving(
      list.filter(
        (item) => (item.kind === 'review' || item.kind === 'plan') && landingOf(item) === undefined,
      ),
    );
  const reply = (item: InboxItem) => {
    if (landingOf(item) !== undefined || item.kind === 'plan' || (item.kind === 'mail' && !item.canReply))
      router.push(hrefOf(item));
    else setReplyTo(item);
  };
  const answer = (which: 'first' | 'default') => (list: readonly InboxItem[]) => {
    for (const item of list) {
      if (item.kind !== 'question') continue;
      const value = which === 'first' ? offered(item)[0]?.value : item.defaultTo;
      if (value) actions.answer(item, value);
      else setReplyTo(item);
    }
  };
  useShortcuts([
    { keys: 'a', label: 'Approve', group: 'Inbox', run: finish(approve) },
    {
      keys: 'r',
      label: 'Reply or request changes',
      group: 'Inbox',
      run: () => current !== undefined && reply(current),
    },
    { keys: 'e', label: 'Done with this mail', group: 'Inbox', run: finish(actions.done) },
    { keys: 't', label: 'Retry', group: 'Inbox', run: finish(actions.retry) },
    { keys: 'y', label: 'First answer', group: 'Inbox', run: finish(answer('first')) },
    { keys: 'n', label: 'Default answer', group: 'Inbox', run: finish(answer('default')) },
    { keys: 'x', label: 'Select', group: 'Inbox', run: () => cursor !== undefined && toggle(cursor) },
  ]);
  const has = (...kinds: InboxItem['kind'][]) => picked.some((item) => kinds.includes(item.kind));

  return (
    <>
      {picked.length === 0 ? null : (
        <div className="sticky top-0 z-20 flex flex-wrap items-center gap-2 border-b border-line bg-selected px-4 py-1.5 text-sm">
          <span className="flex-1">{plural(picked.length, 'item')} selected</span>
          {has('review', 'plan') ? (
            <Button size="sm" keys="a" onClick={finish(approve)}>
              Approve
            </Button>
          ) : null}
          {has('question') ? (
            <Button size="sm" keys="n" onClick={finish(answer('default'))}>
              Default answer
            </Button>
          ) : null}
          {has('failed') ? (
            <Button size="sm" keys="t" onClick={finish(actions.retry)}>
              Retry
            </Button>
          ) : null}
          {has('mail') ? (
            <Button size="sm" keys="e" onClick={finish(actions.done)}>
              Mail done
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </div>
      )}
      {GROUPS.map((group) => {
        const members = sorted.filter((item) => item.kind === group.kind);
        return members.length === 0 ? null : (
          <DataList key={group.kind} label={group.title} heading={group.title} aside={members.length}>
            {members.map((item) => (
              <InboxRow
                key={item.key}
                item={item}
                href={hrefOf(item)}
                active={item.key === cursor}
                choice={{ chosen: chosen.has(item.key), toggle: () => toggle(item.key) }}
                landing={landingOf(item)}
                refusal={refusalOf(item)}
                actions={{ ...actions, openReply: reply, openApprove: (one) => approve([one]) }}
                showProject={everyProject}
              />
            ))}
          </DataList>
        );
      })}
      <ReplyDialog item={replyTo} onClose={() => setReplyTo(undefined)} actions={actions} />
      <ApproveDialog items={approving} onClose={() => setApproving([])} actions={actions} />
    </>
  );
}
