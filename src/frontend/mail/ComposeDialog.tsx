'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { agentOptions } from '@/frontend/agents/agentOptions';
import type { AgentRow } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { SendKey } from '@/frontend/keyboard/SendKey';
import { paths } from '@/frontend/shell/paths';
import { Button } from '@/frontend/ui/Button';
import { Dialog } from '@/frontend/ui/Dialog';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { Select } from '@/frontend/ui/Select';
import { Textarea } from '@/frontend/ui/Textarea';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { useKeptText } from '@/frontend/widgets/useKeptText';
import { useOnce } from '@/frontend/widgets/useOnce';

/** A mail to any agent in service. What was typed stays when sending fails. */
export function ComposeDialog({
  open,
  onOpenChange,
  slug,
  agents,
  initial,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  slug: string;
  agents: readonly AgentRow[];
  initial?: string;
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const [chosen, setChosen] = useState<string>();
  const [subject, setSubject] = useKeptText('ff-mail-subject');
  const [body, setBody] = useKeptText('ff-mail-body');
  const live = agents.filter((agent) => agent.retiredAt === null);
  const agentId = chosen ?? live.find((agent) => agent.id === initial)?.id ?? live[0]?.id;
  const send = useMutation(
    trpc.mail.send.mutationOptions({
      onSuccess: (mail) => {
        setSubject('');
        setBody('');
        onOpenChange(false);
        router.push(paths.thread(slug, mail.threadId));
      },
    }),
  );
  const once = useOnce({ again: true });
  const write = () =>
    agentId !== undefined && once(() => send.mutateAsync({ to: { agentId }, subject, body }));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        send.reset();
        onOpenChange(next);
      }}
      title="Write a mail"
      description={
        live.length === 0
          ? 'No agent is in service now. You can write to one as soon as an epic is under way.'
          : 'It is put into the agent’s terminal when its current turn ends.'
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Not now</Button>
          <Button
            variant="primary"
            keys="mod+enter"
            busy={send.isPending}
            disabled={agentId === undefined}
            onClick={write}
          >
            Send
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SendKey label="Send" send={write} />
        <Field label="To" error={fieldError(send.error, 'to')}>
          {(field) => (
            <Select
              {...field}
              value={agentId}
              onChange={setChosen}
              placeholder="No agent in service"
              options={agentOptions(live)}
            />
          )}
        </Field>
        <Field label="Subject" error={fieldError(send.error, 'subject')}>
          {(field) => (
            <Input {...field} value={subject} onChange={(event) => setSubject(event.target.value)} />
          )}
        </Field>
        <Field label="Text" error={fieldError(send.error, 'body')}>
          {(field) => (
            <Textarea {...field} rows={6} value={body} onChange={(event) => setBody(event.target.value)} />
          )}
        </Field>
        <FormError error={send.error} known={['to', 'subject', 'body']} />
      </div>
    </Dialog>
  );
}
