'use client';
import { useState } from 'react';
import type { InboxItem } from '@/frontend/api/outputs';
import { AppLink } from '@/frontend/shell/AppLink';
import { Button } from '@/frontend/ui/Button';
import { Dialog } from '@/frontend/ui/Dialog';
import { Field } from '@/frontend/ui/Field';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { Textarea } from '@/frontend/ui/Textarea';
import { useKeptText } from '@/frontend/widgets/useKeptText';
import { useOnce } from '@/frontend/widgets/useOnce';
import { OTHER_ANSWER } from '@/shared/escalation';
import { hrefOf } from './hrefOf';
import type { InboxActions } from './useInboxActions';

type Words = { title: string; label: string; note: string; verb: string; needed: boolean };

/** `r` on any row: an answer in words, without leaving the list. */
export function ReplyDialog({
  item,
  onClose,
  actions,
}: {
  item: InboxItem | undefined;
  onClose: () => void;
  actions: InboxActions;
}) {
  return item === undefined ? null : <Open key={item.key} item={item} onClose={onClose} actions={actions} />;
}

function Open({ item, onClose, actions }: { item: InboxItem; onClose: () => void; actions: InboxActions }) {
  const words = wordsOf(item);
  const [text, setText] = useKeptText(`ff-answer-${item.key}`);
  const [choice, setChoice] = useState(
    item.kind === 'question' && item.ask === 'PERMISSION' ? item.defaultTo : OTHER_ANSWER,
  );
  const needed = item.kind === 'question' ? choice === OTHER_ANSWER : words.needed;
  const empty = needed && text.trim() === '';
  const once = useOnce();
  const say = () => {
    onClose();
    // What was written stays until the server has it: a refusal brings the row back with the words.
    actions.say(item, { text, choice }, () => setText(''));
  };
  const send = () => empty || once(async () => say());
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={words.title}
      description={words.note}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" keys="mod+enter" disabled={empty} onClick={send}>
            {words.verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {item.kind === 'question' && item.options.length > 0 ? (
          <SegmentedControl label="Answer" value={choice} onChange={setChoice} segments={item.options} />
        ) : null}
        {item.kind === 'mail' ? (
          <blockquote className="border-l-2 border-line-strong pl-3 text-sm text-muted [overflow-wrap:anywhere]">
            {item.snippet}
          </blockquote>
        ) : null}
        <Field label={words.label} optional={!needed}>
          {(field) => (
            <Textarea
              {...field}
              autoFocus
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
              }}
            />
          )}
        </Field>
        {item.kind === 'review' ? (
          <p className="text-xs text-muted">
            To comment on single lines,{' '}
            <AppLink href={hrefOf(item)} className="text-accent underline underline-offset-2">
              open the diff
            </AppLink>
            .
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}

function wordsOf(item: InboxItem): Words {
  switch (item.kind) {
    case 'review':
      return {
        title: `Request changes: ${item.title}`,
        note: 'Goes to the agent as one review, with the comments you drafted. It works on the same branch and hands in again.',
        label: 'What has to change',
        verb: 'Send the review',
        needed: true,
      };
    case 'question':
      return {
        title: item.title,
        note: 'The agent goes on with your answer and reads the note with it.',
        label: 'A note with it',
        verb: 'Answer',
        needed: false,
      };
    case 'failed':
    case 'plan':
      return {
        title: `Retry: ${item.title}`,
        note: 'A new attempt on the same branch. The note is the first thing the agent reads.',
        label: 'A note for the agent',
        verb: 'Retry',
        needed: false,
      };
    case 'mail':
      return {
        title: `Reply to ${item.from}`,
        note: item.title,
        label: 'Reply',
        verb: 'Send',
        needed: true,
      };
  }
}
