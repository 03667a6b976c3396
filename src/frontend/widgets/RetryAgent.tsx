'use client';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { toastFailure } from './toastFailure';

/** For who has just done what the condition asks for and does not want to wait for the next try. */
export function RetryAgent({ agentId }: { agentId: string }) {
  const trpc = useTRPC();
  const restart = useMutation(trpc.agent.restart.mutationOptions({ onError: toastFailure }));
  return (
    <Button busy={restart.isPending} onClick={() => restart.mutate({ agentId })}>
      Retry
    </Button>
  );
}
