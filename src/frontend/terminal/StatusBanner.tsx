import { Button } from '@/frontend/ui/Button';
import { StateDot } from '@/frontend/ui/StateDot';
import type { TerminalStatus } from './createConnection';
import { describeStatus, endWords } from './describeStatus';

/** What the picture above it cannot say: that it has stopped moving, and why. */
export function StatusBanner({ status, onTryAgain }: { status: TerminalStatus; onTryAgain: () => void }) {
  const words = wordsOf(status);
  if (words === null) return null;
  const canTry = status.kind === 'waiting' || status.kind === 'failed';
  return (
    <div
      role="status"
      className="anim-fade flex min-h-9 shrink-0 items-center gap-2 border-line border-t bg-raised px-3 py-1.5 text-xs"
    >
      <StateDot state={describeStatus(status).state} />
      <span className="min-w-0 flex-1">{words}</span>
      {canTry ? (
        <Button size="sm" onClick={onTryAgain}>
          {status.kind === 'waiting' ? 'Reconnect now' : 'Try again'}
        </Button>
      ) : null}
    </div>
  );
}

function wordsOf(status: TerminalStatus): string | null {
  switch (status.kind) {
    case 'connecting':
    case 'live':
      return null;
    case 'waiting':
      return `${status.message} Trying again in ${Math.max(1, Math.round(status.retryMs / 1000))} s.`;
    case 'ended':
      return `This session ${endWords(status)}. What it left is above.`;
    case 'failed':
      return status.message;
  }
}
