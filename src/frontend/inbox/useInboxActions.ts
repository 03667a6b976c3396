'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InboxItem } from '@/frontend/api/outputs';
import { useTRPC, useTRPCClient } from '@/frontend/api/trpc';
import { isSaidThere } from '@/frontend/reviews/useRefusals';
import { toast } from '@/frontend/ui/toastStore';
import { toastFailure } from '@/frontend/widgets/toastFailure';
import { guess, useOptimism } from '@/frontend/widgets/useOptimism';
import { LAND } from './useLandings';

export type Review = Extract<InboxItem, { kind: 'review' }>;
type Question = Extract<InboxItem, { kind: 'question' }>;
export type PlanItem = Extract<InboxItem, { kind: 'plan' }>;
type Failed = Extract<InboxItem, { kind: 'failed' }>;
type MailItem = Extract<InboxItem, { kind: 'mail' }>;

/**
 * What can be done from the list without opening anything. The rows go at once; they come back, with the reason, when
 * the server refuses.
 */
export function useInboxActions() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const optimism = useOptimism();
  const without = <Input>(keysOf: (input: Input) => readonly string[]) =>
    optimism((input: Input) => {
      const gone = new Set(keysOf(input));
      return [
        guess<InboxItem[]>(trpc.inbox.list.pathKey(), (items) => items.filter((item) => !gone.has(item.key))),
        guess<number>(trpc.inbox.count.queryKey(), (count) => Math.max(0, count - gone.size)),
      ];
    });

  const mark = useMutation({
    ...without((items: readonly MailItem[]) => items.map((item) => item.key)),
    mutationFn: (items: readonly MailItem[]) =>
      client.mail.mark.mutate({ ids: items.map((item) => item.mailId), archived: true, read: true }),
    onSuccess: (_, items) =>
      toast({
        title: items.length === 1 ? 'Done.' : `${items.length} done.`,
        action: { label: 'Undo', run: () => bringBack.mutate(items) },
      }),
  });
  const bringBack = useMutation({
    ...optimism((_: readonly MailItem[]) => []),
    mutationFn: (items: readonly MailItem[]) =>
      client.mail.mark.mutate({ ids: items.map((item) => item.mailId), archived: false }),
  });
  const reply = useMutation({
    ...optimism((_: { item: MailItem; body: string }) => []),
    mutationFn: ({ item, body }: { item: MailItem; body: string }) =>
      client.mail.reply.mutate({ mailId: item.mailId, body }),
    onSuccess: () => toast({ title: 'Sent. It reaches the agent when its current turn ends.' }),
  });
  const retry = useMutation({
    ...without(({ item }: { item: Failed; note?: string }) => [item.key]),
    mutationFn: async ({ item, note }: { item: Failed; note?: string }): Promise<void> => {
      if (item.restingAgentId !== null) await client.agent.restart.mutate({ agentId: item.restingAgentId });
      else await client.control.retry.mutate({ taskId: item.task?.id ?? '', note });
    },
  });
  const answer = useMutation({
    ...without(({ item }: { item: Question; value: string; note: string }) => [item.key]),
    mutationFn: ({ item, value, note }: { item: Question; value: string; note: string }) =>
      client.inbox.answer.mutate({ id: item.escalationId, answer: value, note: note === '' ? null : note }),
  });
  // The row stays, and says how far it is: tests run for minutes, and the list must not stand still so long.
  const land = useMutation({
    mutationKey: LAND,
    mutationFn: (item: Review) =>
      client.review.land.mutate({ id: item.pullRequestId, headSha: item.headSha }),
    // Before the row is pressed again it says why; only what took the row away is told beside the list.
    onError: async (error, item) => {
      if (!(await isSaidThere(queries, trpc, item.pullRequestId))) toastFailure(error);
    },
    // In the words of the notification: the two are one.
    onSuccess: (_, item) =>
      toast({
        title: `${item.title} is merged`,
        body: `Pull request #${item.number} is in ${item.baseBranch}.`,
      }),
  });
  const request = useMutation({
    ...without(({ item }: { item: Review; body: string }) => [item.key]),
    mutationFn: ({ item, body }: { item: Review; body: string }) =>
      client.review.requestChanges.mutate({ taskId: item.task?.id ?? '', body }),
    onSuccess: () => toast({ title: 'Sent to the agent as one review.' }),
  });
  const approvePlan = useMutation({
    ...without(({ item }: { item: PlanItem; version: string }) => [item.key]),
    mutationFn: ({ item, version }: { item: PlanItem; version: string }) =>
      client.plan.approve.mutate({ epicId: item.task?.id ?? '', version }),
  });

  return {
    done(items: readonly InboxItem[]): void {
      const mails = items.filter((item) => item.kind === 'mail');
      if (mails.length > 0) mark.mutate(mails);
    },
    retry(items: readonly InboxItem[]): void {
      for (const item of items) if (item.kind === 'failed') retry.mutate({ item });
    },
    answer: (item: Question, value: string) => answer.mutate({ item, value, note: '' }),
    land: (item: Review) => land.mutate(item),
    approvePlan: (item: PlanItem, version: string) => approvePlan.mutate({ item, version }),
    /** With words. `onSent` once the server has them. */
    say(item: InboxItem, said: { text: string; choice: string }, onSent: () => void): void {
      const { text, choice } = said;
      const then = { onSuccess: onSent };
      if (item.kind === 'review') request.mutate({ item, body: text }, then);
      else if (item.kind === 'mail') reply.mutate({ item, body: text }, then);
      else if (item.kind === 'question') answer.mutate({ item, value: choice, note: text }, then);
      else if (item.kind === 'failed') retry.mutate({ item, note: text }, then);
    },
  };
}

export type InboxActions = ReturnType<typeof useInboxActions>;
