'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Project, ThreadMail } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button } from '@/frontend/ui/Button';
import { Markdown } from '@/frontend/ui/Markdown';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { deliveryLook } from '@/frontend/ui/state';
import { Textarea } from '@/frontend/ui/Textarea';
import { FormError } from '@/frontend/widgets/FormError';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { toastFailure } from '@/frontend/widgets/toastFailure';
import { useKeptText } from '@/frontend/widgets/useKeptText';
import { useOnce } from '@/frontend/widgets/useOnce';
import { guess, useOptimism } from '@/frontend/widgets/useOptimism';

export function ThreadPage({ slug, threadId }: { slug: string; threadId: string }) {
  return (
    <ProjectGate slug={slug} title="Mail">
      {(project) => <Thread key={threadId} project={project} threadId={threadId} />}
    </ProjectGate>
  );
}

function Thread({ project, threadId }: { project: Project; threadId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const thread = useQuery(trpc.mail.thread.queryOptions({ threadId }));
  const mark = useMutation(trpc.mail.mark.mutationOptions({ onError: toastFailure }));
  const mine = thread.data?.filter((mail) => mail.toParty === 'HUMAN') ?? [];
  const unread = mine.filter((mail) => mail.readAt === null).map((mail) => mail.id);
  const { mutate: see } = mark;
  const unreadKey = unread.join(',');
  useEffect(() => {
    if (unreadKey !== '') see({ ids: unreadKey.split(','), read: true });
  }, [unreadKey, see]);
  const open = mine.filter((mail) => mail.archivedAt === null).map((mail) => mail.id);
  const done = () => {
    if (open.length > 0) mark.mutate({ ids: open, archived: true, read: true });
    router.push(paths.mail(project.slug));
  };
  const reply = useRef<HTMLTextAreaElement>(null);
  useShortcuts([
    { keys: 'e', label: 'Done with this mail', group: 'Mail', run: done },
    { keys: 'r', label: 'Reply', group: 'Mail', run: () => reply.current?.focus() },
  ]);
  const first = thread.data?.[0];
  const last = thread.data?.at(-1);
  return (
    <Page
      title={first?.subject ?? 'Mail'}
      crumbs={[
        { label: project.name, href: paths.board(project.slug) },
        { label: 'Mail', href: paths.mail(project.slug) },
        { label: first?.subject ?? 'Mail' },
      ]}
      actions={
        mine.length === 0 ? undefined : (
          <Button keys="e" onClick={done}>
            Done
          </Button>
        )
      }
    >
      <QueryView named query={thread} skeleton={<SkeletonRows rows={6} label="Loading the thread" />}>
        {(mails) => (
          <div className="mx-auto flex max-w-3xl flex-col gap-3 px-4 py-4">
            <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{first?.subject}</h2>
            {first?.taskTitle == null || first.taskId === null ? null : (
              <p className="-mt-2 text-sm text-muted">
                about{' '}
                <AppLink
                  href={paths.task(project.slug, first.taskId)}
                  className="text-accent hover:underline"
                >
                  {first.taskTitle}
                </AppLink>
              </p>
            )}
            {mails.map((mail) => (
              <Letter key={mail.id} mail={mail} />
            ))}
            {last === undefined ? null : <Reply to={mine.at(-1) ?? last} input={reply} />}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function Letter({ mail }: { mail: ThreadMail }) {
  return (
    <article className="rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-1.5 text-xs text-muted">
        <span className="font-mono text-text">{mail.fromParty === 'HUMAN' ? 'you' : mail.fromName}</span> to{' '}
        <span className="font-mono">{mail.toParty === 'HUMAN' ? 'you' : mail.toName}</span>
        <span className="ml-auto flex items-center gap-3">
          {mail.delivery === null ? null : (
            <>
              {mail.delivery.tries > 1 ? <span>{mail.delivery.tries} tries</span> : null}
              <StateBadge {...deliveryLook[mail.delivery.state]} quiet />
            </>
          )}
          <RelativeTime at={mail.createdAt} />
        </span>
      </header>
      <div className="px-3 py-2">
        <Markdown text={mail.body} />
      </div>
    </article>
  );
}

function Reply({ to, input }: { to: ThreadMail; input: React.RefObject<HTMLTextAreaElement | null> }) {
  const trpc = useTRPC();
  const optimism = useOptimism();
  const [body, setBody] = useKeptText(`ff-reply-${to.threadId}`);
  const { onMutate, onError, onSettled } = optimism(({ body }: { body: string }) => [
    guess<ThreadMail[]>(trpc.mail.thread.queryKey({ threadId: to.threadId }), (mails) => [
      ...mails,
      onItsWay(to, body),
    ]),
  ]);
  const reply = useMutation(
    trpc.mail.reply.mutationOptions({
      onMutate: (sent) => {
        setBody('');
        return onMutate(sent);
      },
      onError: (error, sent, shown) => {
        setBody(sent.body);
        onError(error, sent, shown);
      },
      onSettled,
    }),
  );
  const once = useOnce({ again: true });
  const send = () => body.trim() !== '' && once(() => reply.mutateAsync({ mailId: to.id, body }));
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        ref={input}
        aria-label="Reply"
        placeholder="Reply"
        value={body}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
        }}
      />
      <FormError error={reply.error} />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-xs text-muted">Reaches the agent when its current turn ends.</span>
        <Button
          variant="primary"
          keys="mod+enter"
          busy={reply.isPending}
          disabled={body.trim() === ''}
          onClick={send}
        >
          Send
        </Button>
      </div>
    </div>
  );
}

/** How the answer will stand in the thread, before the server has given it an id. */
function onItsWay(to: ThreadMail, body: string): ThreadMail {
  return {
    ...to,
    id: 'on-its-way',
    body,
    fromParty: 'HUMAN',
    fromName: 'human',
    toParty: 'AGENT',
    toName: to.fromParty === 'HUMAN' ? to.toName : to.fromName,
    createdAt: new Date(),
    readAt: null,
    delivery: null,
  };
}
