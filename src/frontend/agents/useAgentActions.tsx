'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail, Pause, Play, RotateCcw, SquareTerminal } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import type { AgentRow, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { ComposeDialog } from '@/frontend/mail/ComposeDialog';
import { paths } from '@/frontend/shell/paths';
import { ConfirmDialog } from '@/frontend/ui/ConfirmDialog';
import type { MenuItem } from '@/frontend/ui/Menu';
import { toastFailure } from '@/frontend/widgets/toastFailure';

/** What can be done with an agent, each only where it does something, and the dialogs that belong to it. */
export function useAgentActions(project: Project): {
  itemsFor: (agent: AgentRow) => MenuItem[];
  dialogs: ReactNode;
} {
  const trpc = useTRPC();
  const router = useRouter();
  const [writingTo, setWritingTo] = useState<string>();
  const [restarting, setRestarting] = useState<AgentRow>();
  const agents = useQuery(trpc.agent.list.queryOptions({ projectId: project.id })).data ?? [];
  const onError = toastFailure;
  const pause = useMutation(trpc.control.pause.mutationOptions({ onError }));
  const resume = useMutation(trpc.control.resume.mutationOptions({ onError }));
  const restart = useMutation(
    trpc.agent.restart.mutationOptions({ onError, onSettled: () => setRestarting(undefined) }),
  );

  const itemsFor = (agent: AgentRow): MenuItem[] => {
    const open = {
      label: 'Open the terminal',
      icon: <SquareTerminal />,
      run: () => router.push(paths.agent(project.slug, agent.id)),
    };
    const { taskId } = agent;
    const over = agent.taskState === 'COMPLETED' || agent.taskState === 'CANCELLED';
    if (agent.retiredAt !== null || taskId === null || over) return [open];
    const noun = agent.ofEpic ? 'its epic' : 'its task';
    return [
      open,
      { label: 'Write a mail', icon: <Mail />, run: () => setWritingTo(agent.id) },
      agent.paused
        ? {
            label: `Resume ${noun}`,
            icon: <Play />,
            hint: 'It goes on in the same conversation.',
            run: () => resume.mutate({ taskId }),
          }
        : {
            label: `Pause ${noun}`,
            icon: <Pause />,
            hint: agent.ofEpic
              ? 'With everyone who works on it.'
              : 'Its terminal closes until you resume it.',
            run: () => pause.mutate({ taskId }),
          },
      {
        label: 'Restart',
        icon: <RotateCcw />,
        hint: 'Forgives crashes and goes on where it was.',
        run: () => setRestarting(agent),
      },
    ];
  };

  return {
    itemsFor,
    dialogs: (
      <>
        <ComposeDialog
          key={writingTo}
          open={writingTo !== undefined}
          onOpenChange={(open) => open || setWritingTo(undefined)}
          slug={project.slug}
          agents={agents}
          {...(writingTo === undefined ? {} : { initial: writingTo })}
        />
        <ConfirmDialog
          open={restarting !== undefined}
          onOpenChange={(open) => open || setRestarting(undefined)}
          title={`Restart ${restarting?.name ?? ''}?`}
          body="Its program is ended, with what it is running now, and started again in the same conversation. Commits and files stay as they are."
          verb="Restart"
          busy={restart.isPending}
          onConfirm={() => restarting !== undefined && restart.mutate({ agentId: restarting.id })}
        />
      </>
    ),
  };
}
