'use client';
import { useMutation } from '@tanstack/react-query';
import { Ban, Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Card } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { ConfirmDialog } from '@/frontend/ui/ConfirmDialog';
import type { MenuItem } from '@/frontend/ui/Menu';
import { toastFailure } from './toastFailure';
import { guess, useOptimism } from './useOptimism';

type Subject = Pick<Card, 'id' | 'title' | 'state' | 'column' | 'paused' | 'parentId'>;

/** The levers of one task as menu items, each only where it does something, with the dialog they may open. */
export function useTaskControls(
  task: Subject,
  onDeleted: () => void,
): { items: MenuItem[]; retry: () => void; busy: boolean; dialog: ReactNode } {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<'cancel' | 'delete'>();
  const optimism = useOptimism();
  const onError = toastFailure;
  const asPaused = (paused: boolean) =>
    optimism(({ taskId }: { taskId: string }) => {
      const change = (card: Card): Card => (card.id === taskId ? { ...card, ...placed(paused) } : card);
      return [
        guess<Card[]>(trpc.board.cards.pathKey(), (cards) => cards.map(change)),
        guess<Card[]>(trpc.epic.cards.pathKey(), (cards) => cards.map(change)),
        guess<Card | null>(trpc.epic.card.pathKey(), (card) => (card === null ? null : change(card))),
      ];
    });
  const close = () => setAsked(undefined);
  const pause = useMutation(trpc.control.pause.mutationOptions(asPaused(true)));
  const resume = useMutation(trpc.control.resume.mutationOptions(asPaused(false)));
  const retry = useMutation(trpc.control.retry.mutationOptions({ onError }));
  const cancel = useMutation(trpc.control.cancel.mutationOptions({ onError, onSettled: close }));
  const remove = useMutation(
    trpc.control.delete.mutationOptions({ onError, onSettled: close, onSuccess: onDeleted }),
  );
  // Also what failed in an epic that is over: nothing of it goes on any more.
  const over = task.column === 'done';
  const noun = task.parentId === null ? 'epic' : 'task';
  const taskId = task.id;

  const items: MenuItem[] = [];
  if (!over && task.state !== 'FAILED')
    items.push(
      task.paused
        ? { label: 'Resume', icon: <Play />, keys: 'p', run: () => resume.mutate({ taskId }) }
        : { label: 'Pause', icon: <Pause />, keys: 'p', run: () => pause.mutate({ taskId }) },
    );
  if (!over && (task.state === 'FAILED' || task.state === 'BLOCKED'))
    items.push({ label: 'Retry', icon: <RotateCcw />, keys: 't', run: () => retry.mutate({ taskId }) });
  if (!over)
    items.push({ label: `Cancel the ${noun}`, icon: <Ban />, danger: true, run: () => setAsked('cancel') });
  items.push({ label: `Delete the ${noun}`, icon: <Trash2 />, danger: true, run: () => setAsked('delete') });

  const deleting = asked === 'delete';
  return {
    items,
    retry: () => retry.mutate({ taskId }),
    busy: retry.isPending,
    dialog: (
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => open || close()}
        title={deleting ? `Delete “${task.title}”?` : `Cancel “${task.title}”?`}
        body={
          deleting
            ? 'Its agents stop and it disappears from every list but the decisions, which stay as a record. Commits and changes that exist nowhere else are saved to a rescue ref first.'
            : 'Its agents stop. Branches and commits stay; a cancelled one cannot be resumed.'
        }
        verb={deleting ? 'Delete' : 'Cancel it'}
        danger
        busy={cancel.isPending || remove.isPending}
        onConfirm={() => (deleting ? remove.mutate({ taskId }) : cancel.mutate({ taskId }))}
      />
    ),
  };
}

/** As the server will place it; where it goes after a pause only the server knows. */
function placed(paused: boolean): Partial<Card> {
  return paused
    ? { paused, column: 'blocked', nextOwner: 'human', words: 'paused by you' }
    : { paused, words: 'going on' };
}
