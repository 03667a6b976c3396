'use client';
import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { z } from 'zod';
import { useLiveEvents } from '@/frontend/api/live/LiveProvider';
import { useTRPC } from '@/frontend/api/trpc';
import { toast } from '@/frontend/ui/toastStore';
import { noticeState } from '@/frontend/widgets/noticeState';
import { paths } from './paths';

const Told = z.object({
  notificationId: z.string(),
  state: z.literal('SENT'),
  /** A channel outside was tried once more; this page has told it. */
  again: z.undefined().optional(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
});
const LASTS_MS = 12_000;

/** Tells in an open page what the server tells on the desktop: by the browser when nobody looks at it, else in it. */
export function useNotices(): void {
  const trpc = useTRPC();
  const router = useRouter();
  const pathname = usePathname();
  const wanted = useQuery(trpc.setting.notifications.queryOptions()).data?.browser ?? true;
  useLiveEvents((events) => {
    if (!wanted) return;
    for (const event of events) {
      const told = Told.safeParse(event.kind === 'notification.updated' ? event.payload : null);
      if (!told.success) continue;
      const { notificationId, kind, title, body } = told.data;
      const open = () => router.push(paths.inbox());
      if (mayTellOutside()) {
        const shown = new Notification(title, { body, tag: notificationId });
        shown.onclick = () => {
          window.focus();
          open();
        };
        continue;
      }
      const action = pathname === paths.inbox() ? {} : { action: { label: 'Inbox', run: open } };
      toast({ title, body, tone: noticeState(kind), lasts: LASTS_MS, ...action });
    }
  });
}

function mayTellOutside(): boolean {
  return (
    document.visibilityState === 'hidden' && 'Notification' in window && Notification.permission === 'granted'
  );
}
