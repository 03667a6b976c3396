'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { Badge } from '@/frontend/ui/Badge';
import { Button } from '@/frontend/ui/Button';
import { Markdown } from '@/frontend/ui/Markdown';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { Textarea } from '@/frontend/ui/Textarea';
import { toastFailure } from '@/frontend/widgets/toastFailure';
import type { ReviewComment } from './buildItems';

/** A remark at its line. A draft can be changed and taken back; a sent one can only be resolved. */
export function CommentCard({ comment }: { comment: ReviewComment }) {
  const trpc = useTRPC();
  const [text, setText] = useState<string>();
  const edit = useMutation(
    trpc.review.editComment.mutationOptions({ onError: toastFailure, onSuccess: () => setText(undefined) }),
  );
  const remove = useMutation(trpc.review.deleteDraft.mutationOptions({ onError: toastFailure }));
  const draft = comment.reviewId === null;
  const resolved = comment.resolvedAt !== null;
  const small = 'sm' as const;
  return (
    <article
      aria-label={`Comment on line ${comment.line}`}
      className="my-1.5 mr-4 ml-8 max-w-3xl rounded-lg border border-line bg-raised px-3 py-2 text-sm max-md:ml-2 max-md:mr-2"
    >
      <header className="mb-1 flex items-center gap-2 text-xs text-muted">
        <span className="font-medium text-text">{comment.party === 'HUMAN' ? 'You' : 'An agent'}</span>
        <span>line {comment.line}</span>
        <RelativeTime at={comment.createdAt} />
        {draft ? <Badge tone="blocked">draft</Badge> : null}
        {resolved ? <Badge tone="done">resolved</Badge> : null}
        <span className="ml-auto flex gap-1">
          {draft && text === undefined ? (
            <>
              <Button size={small} variant="ghost" onClick={() => setText(comment.body)}>
                Edit
              </Button>
              <Button
                size={small}
                variant="ghost"
                busy={remove.isPending}
                onClick={() => remove.mutate({ commentId: comment.id })}
              >
                Delete
              </Button>
            </>
          ) : null}
          {draft ? null : (
            <Button
              size={small}
              variant="ghost"
              busy={edit.isPending}
              onClick={() => edit.mutate({ commentId: comment.id, resolved: !resolved })}
            >
              {resolved ? 'Open again' : 'Resolve'}
            </Button>
          )}
        </span>
      </header>
      {text === undefined ? (
        <Markdown text={comment.body} />
      ) : (
        <div className="flex flex-col gap-2">
          <Textarea aria-label="Comment" value={text} onChange={(event) => setText(event.target.value)} />
          <div className="flex justify-end gap-2">
            <Button size={small} onClick={() => setText(undefined)}>
              Leave it as it was
            </Button>
            <Button
              size={small}
              variant="primary"
              busy={edit.isPending}
              disabled={text.trim() === ''}
              onClick={() => edit.mutate({ commentId: comment.id, body: text })}
            >
              Save
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}
