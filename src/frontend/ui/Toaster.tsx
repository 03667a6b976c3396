'use client';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { StateDot } from './StateDot';
import { currentToasts, dismissToast, type LiveToast, subscribeToToasts } from './toastStore';

const none: readonly LiveToast[] = [];

/** Mounted once by the app. Bottom right, three at most. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, () => none);
  return (
    <Radix.Provider swipeDirection="right" label="Notification">
      {toasts.map((each) => (
        <OneToast key={each.id} {...each} />
      ))}
      <Radix.Viewport className="fixed right-3 bottom-3 z-50 flex w-[min(360px,calc(100vw-24px))] flex-col gap-2 outline-none max-md:bottom-16" />
    </Radix.Provider>
  );
}

function OneToast({ id, title, body, tone = 'done', action, lasts }: LiveToast) {
  // What failed names a file or a folder at its end more often than not.
  const brief = tone === 'failed' ? '' : 'line-clamp-3';
  return (
    <Radix.Root
      duration={lasts ?? (tone === 'failed' ? Number.POSITIVE_INFINITY : 5000)}
      type={tone === 'failed' ? 'foreground' : 'background'}
      onOpenChange={(open) => open || dismissToast(id)}
      className="anim-rise flex items-start gap-2 rounded-lg bg-raised p-3 shadow-pop"
    >
      <StateDot state={tone} className="mt-[3px]" />
      <div className="max-h-60 min-w-0 flex-1 overflow-y-auto">
        <Radix.Title className={cx('text-sm font-medium [overflow-wrap:anywhere]', brief)}>
          {title}
        </Radix.Title>
        {body === undefined ? null : (
          <Radix.Description className={cx('text-sm text-muted [overflow-wrap:anywhere]', brief)}>
            {body}
          </Radix.Description>
        )}
      </div>
      {action === undefined ? null : (
        <Radix.Action asChild altText={action.label}>
          <Button size="sm" onClick={action.run}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="-m-1 rounded-sm p-1 text-muted hover:bg-hover hover:text-text"
      >
        <X className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
