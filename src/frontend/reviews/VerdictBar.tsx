'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PullDetail } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { SendKey } from '@/frontend/keyboard/SendKey';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Button } from '@/frontend/ui/Button';
import { Dialog } from '@/frontend/ui/Dialog';
import { Field } from '@/frontend/ui/Field';
import { StateDot } from '@/frontend/ui/StateDot';
import { Textarea } from '@/frontend/ui/Textarea';
import { toast } from '@/frontend/ui/toastStore';
import { Evidence } from '@/frontend/widgets/Evidence';
import { FormError } from '@/frontend/widgets/FormError';
import { LeftOutNote } from '@/frontend/widgets/LeftOutNote';
import { useKeptText } from '@/frontend/widgets/useKeptText';
import { useOnce } from '@/frontend/widgets/useOnce';
import { describeLeftOut } from '@/shared/left_out';
import { describeStanding } from './describeStanding';
import { LandingNote } from './LandingNote';
import { useLanding } from './useLanding';
import { isSaidThere, useRefusals } from './useRefusals';

/** The evidence and the decision, always in sight. */
export function VerdictBar({ detail }: { detail: PullDetail }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { pullRequest: pull, task } = detail;
  const [asked, setAsked] = useState<'approve' | 'request'>();
  const [body, setBody] = useKeptText(`ff-verdict-${pull.id}`);
  const refusals = useRefusals(pull.kind === 'FINAL' && pull.state === 'OPEN');
  const standing = describeStanding(detail, refusals.get(pull.id));
  const done = (title: string, more?: string) => () => {
    setAsked(undefined);
    setBody('');
    toast({ tone: 'done', title, ...(more === undefined ? {} : { body: more }) });
  };
  const land = useMutation(
    trpc.review.land.mutationOptions({
      // In the words of the notification: the two are one.
      onSuccess: done(`${task.title} is merged`, `Pull request #${pull.number} is in ${pull.baseBranch}.`),
      onError: () => isSaidThere(queries, trpc, pull.id),
    }),
  );
  const approve = useMutation(
    trpc.review.approve.mutationOptions({
      onSuccess: done('Approved. The merge queue tests and merges it.'),
    }),
  );
  const request = useMutation(
    trpc.review.requestChanges.mutationOptions({ onSuccess: done('Sent to the agent as one review.') }),
  );
  const drafts = detail.comments.filter(
    (comment) => comment.reviewId === null && comment.party === 'HUMAN',
  ).length;
  const viewed = detail.files.filter((file) => file.viewed).length;
  const check = detail.checks.findLast((each) => each.sha === pull.headSha)?.state ?? null;
  const final = pull.kind === 'FINAL';
  const missing = final ? describeLeftOut(detail.leftOut) : null;
  const verb = final ? 'Approve and merge' : 'Approve';
  const open = (what: 'approve' | 'request') => {
    land.reset();
    approve.reset();
    request.reset();
    setAsked(what);
  };
  const busy = land.isPending || approve.isPending || request.isPending;
  const once = useOnce({ again: true });
  const decide = () =>
    once((): Promise<unknown> => {
      if (asked === 'request') return request.mutateAsync({ taskId: task.id, body });
      if (final) return land.mutateAsync({ id: pull.id, headSha: pull.headSha });
      return approve.mutateAsync({ taskId: task.id, headSha: pull.headSha, body });
    });
  useShortcuts([
    { keys: 'a', label: verb, group: 'Review', run: () => standing.canApprove && open('approve') },
    {
      keys: 'r',
      label: 'Request changes',
      group: 'Review',
      run: () => standing.canRequest && open('request'),
    },
  ]);
  const isOpen = pull.state === 'OPEN';
  const landing = useLanding(final && isOpen ? pull.id : undefined, land.isPending);
  const asking = asked === 'request';
  const writes = asking || !final;
  const empty = asking && body.trim() === '' && drafts === 0;
  return (
    <>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2 text-sm">
        <div className="min-w-0 flex-1 basis-72">
          {landing ? (
            <LandingNote landing={landing} base={pull.baseBranch} />
          ) : (
            <p role="status" className="flex items-start gap-2">
              <StateDot state={standing.state} className="mt-[3px]" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{standing.words}</span>
            </p>
          )}
          {missing === null ? null : (
            <p className="flex items-start gap-2">
              <StateDot state="failed" className="mt-[3px]" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{missing}</span>
            </p>
          )}
          <p className="tabular flex flex-wrap items-center gap-x-3 pl-[22px] text-xs text-muted">
            <Evidence pull={{ ...pull, check }} />
            <span>
              {viewed}/{detail.files.length} viewed
            </span>
            {drafts === 0 ? null : <span className="text-blocked">{plural(drafts, 'draft comment')}</span>}
          </p>
        </div>
        {!landing && (standing.canApprove || standing.canRequest) ? (
          <span className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
            <Button keys="r" disabled={!standing.canRequest} onClick={() => open('request')}>
              Request changes
            </Button>
            <Button
              variant="primary"
              keys="a"
              disabled={!standing.canApprove}
              onClick={() => open('approve')}
            >
              {verb}
            </Button>
          </span>
        ) : null}
      </footer>
      <Dialog
        open={asked !== undefined}
        onOpenChange={(next) => next || setAsked(undefined)}
        title={asking ? 'Request changes' : `${verb}: ${pull.title}`}
        description={
          asking
            ? `Goes to the agent as one review${drafts === 0 ? '' : ` with your ${plural(drafts, 'comment')}`}. It works on the same branch and hands in again.`
            : final
              ? `${plural(pull.commits, 'commit')} of ${pull.headBranch} ${pull.commits === 1 ? 'goes' : 'go'} into ${pull.baseBranch}. Agents of this epic stop; the epic is done.`
              : 'The approval is for this head only. The queue merges it with the epic’s branch and tests the result before it lands.'
        }
        footer={
          <>
            <Button onClick={() => setAsked(undefined)}>Not yet</Button>
            <Button
              data-autofocus
              variant="primary"
              {...(writes ? { keys: 'mod+enter' } : {})}
              busy={busy}
              disabled={empty}
              onClick={decide}
            >
              {asking ? 'Send the review' : verb}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {writes ? <SendKey label={verb} send={() => empty || busy || decide()} /> : null}
          {writes ? (
            <Field
              label={asking ? 'What has to change' : 'A word with it'}
              optional={!asking || drafts > 0}
              hint={empty ? 'Write what has to change, or comment on lines first.' : undefined}
            >
              {(field) => (
                <Textarea {...field} value={body} onChange={(event) => setBody(event.target.value)} />
              )}
            </Field>
          ) : null}
          {!asking && final ? <LeftOutNote leftOut={detail.leftOut} /> : null}
          {!asking && check === 'FAILED' ? (
            <p className="rounded-md bg-failed-bg px-3 py-2">The tests failed on this head.</p>
          ) : null}
          {!asking && drafts > 0 && final ? (
            <p className="rounded-md bg-blocked-bg px-3 py-2">
              {plural(drafts, 'draft comment')} will not be sent when you merge. Request changes to send them.
            </p>
          ) : null}
          {!asking && landing ? <LandingNote landing={landing} base={pull.baseBranch} /> : null}
          <FormError error={asking ? request.error : final ? land.error : approve.error} />
        </div>
      </Dialog>
    </>
  );
}
