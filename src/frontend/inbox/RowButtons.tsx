'use client';
import type { InboxItem } from '@/frontend/api/outputs';
import { AppLink } from '@/frontend/shell/AppLink';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { offered } from './groups';
import type { InboxActions } from './useInboxActions';

export type RowActions = InboxActions & {
  openReply: (item: InboxItem) => void;
  openApprove: (item: InboxItem) => void;
};

/** The first one stands out only in the row that the keys act on: one blue button, not one per row. */
export function RowButtons({
  item,
  href,
  actions,
  active,
}: {
  item: InboxItem;
  href: string;
  actions: RowActions;
  active: boolean;
}) {
  const small = 'sm' as const;
  const first = active ? ('primary' as const) : ('default' as const);
  switch (item.kind) {
    case 'review':
      return (
        <>
          <ButtonLink size={small} variant={first}>
            <AppLink href={href}>Review</AppLink>
          </ButtonLink>
          <Button size={small} onClick={() => actions.openApprove(item)}>
            Approve
          </Button>
          <Button size={small} onClick={() => actions.openReply(item)}>
            Request changes
          </Button>
        </>
      );
    case 'question':
      return (
        <>
          {offered(item).map((option, index) => (
            <Button
              key={option.value}
              size={small}
              variant={index === 0 ? first : 'default'}
              onClick={() => actions.answer(item, option.value)}
            >
              {option.label}
            </Button>
          ))}
          <Button
            size={small}
            variant={offered(item).length === 0 ? first : 'ghost'}
            onClick={() => actions.openReply(item)}
          >
            {item.ask === 'PERMISSION' ? 'With a note' : 'In your own words'}
          </Button>
        </>
      );
    case 'plan':
      return (
        <>
          <ButtonLink size={small} variant={first}>
            <AppLink href={href}>Look at the plan</AppLink>
          </ButtonLink>
          <Button size={small} onClick={() => actions.openApprove(item)}>
            Approve
          </Button>
        </>
      );
    case 'failed':
      return (
        <>
          <Button size={small} variant={first} onClick={() => actions.retry([item])}>
            Retry
          </Button>
          {item.restingAgentId === null ? (
            <Button size={small} variant="ghost" onClick={() => actions.openReply(item)}>
              With a note
            </Button>
          ) : null}
        </>
      );
    case 'mail':
      return (
        <>
          <Button size={small} variant={first} onClick={() => actions.done([item])}>
            Done
          </Button>
          {item.canReply ? (
            <Button size={small} variant="ghost" onClick={() => actions.openReply(item)}>
              Reply
            </Button>
          ) : null}
        </>
      );
  }
}
