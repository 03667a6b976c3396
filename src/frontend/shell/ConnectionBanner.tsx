'use client';
import type { Connection } from '@/frontend/api/live/createLiveStream';
import { Button } from '@/frontend/ui/Button';
import { cx } from '@/frontend/ui/cx';
import { StateDot } from '@/frontend/ui/StateDot';

/** Says when what is on screen may be old, and what happens next. Nothing while all is well. */
export function ConnectionBanner({
  connection,
  onReconnect,
}: {
  connection: Connection;
  onReconnect: () => void;
}) {
  const offline = connection === 'offline';
  const shown = offline || connection === 'polling';
  return (
    <div role="status" className="contents">
      {shown ? (
        <div
          className={cx(
            'flex min-h-9 shrink-0 items-center gap-2 px-4 py-1 text-sm',
            offline ? 'bg-failed-bg' : 'bg-blocked-bg',
          )}
        >
          <StateDot state={offline ? 'failed' : 'blocked'} />
          <span className="min-w-0 flex-1">
            {offline
              ? 'The server does not answer. Agents keep working; what you see may be old. Start it with npm start; this page reconnects by itself.'
              : 'Live updates are interrupted. Asking the server every 3 seconds until they are back.'}
          </span>
          <Button size="sm" onClick={onReconnect}>
            Reconnect now
          </Button>
        </div>
      ) : null}
    </div>
  );
}
