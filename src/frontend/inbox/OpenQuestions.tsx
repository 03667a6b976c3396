'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxItem } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { DataList } from '@/frontend/ui/DataList';
import { hrefOf } from './hrefOf';
import { InboxRow } from './InboxRow';
import { ReplyDialog } from './ReplyDialog';
import { useInboxActions } from './useInboxActions';

/** What agents of these tasks ask, with the answers: nobody has to go to the inbox from the page that is about it. */
export function OpenQuestions({ projectId, taskIds }: { projectId: string; taskIds: readonly string[] }) {
  const trpc = useTRPC();
  const items = useQuery(trpc.inbox.list.queryOptions({ projectId })).data ?? [];
  const actions = useInboxActions();
  const [replyTo, setReplyTo] = useState<InboxItem>();
  const asked = items.filter(
    (item) => item.kind === 'question' && item.task !== null && taskIds.includes(item.task.id),
  );
  return (
    <>
      {asked.length === 0 ? null : (
        <DataList label="Questions for you">
          {asked.map((item) => (
            <InboxRow
              key={item.key}
              item={item}
              href={hrefOf(item)}
              active={false}
              actions={{ ...actions, openReply: setReplyTo, openApprove: () => {} }}
              showProject={false}
            />
          ))}
        </DataList>
      )}
      <ReplyDialog item={replyTo} onClose={() => setReplyTo(undefined)} actions={actions} />
    </>
  );
}
