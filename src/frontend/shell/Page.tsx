'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Sheet } from '@/frontend/ui/Sheet';
import { isPanelOpen, setPanelOpen, subscribeToPanel } from './panelStore';
import { useShell } from './ShellContext';
import { TopBar } from './TopBar';
import { useMediaQuery } from './useMediaQuery';

export type Crumb = { label: string; href?: string };

/**
 * One page: title, breadcrumb, content, and details at the right. Esc closes the details on small screens,
 * then goes to the last crumb that is a link.
 */
export function Page({
  title,
  crumbs,
  actions,
  panel,
  footer,
  children,
}: {
  title: string;
  /** The way here, the page itself last. Left out: the title alone. */
  crumbs?: readonly Crumb[];
  /** Buttons of this page, in the top bar. */
  actions?: ReactNode;
  panel?: { title: string; content: ReactNode };
  /** Stays under the scrolling content: key hints, a verdict bar. */
  footer?: ReactNode;
  children: ReactNode;
}) {
  const { inboxCount } = useShell();
  const router = useRouter();
  const roomy = useMediaQuery('(min-width: 1024px)');
  const details = useDetails(roomy);
  const trail = crumbs ?? [{ label: title }];
  const parent = trail.slice(0, -1).findLast((crumb) => crumb.href !== undefined)?.href;

  useShortcuts([
    ...(panel === undefined
      ? []
      : [{ keys: ']', label: 'Show or hide details', group: 'This page', run: details.toggle }]),
    {
      keys: 'escape',
      label: 'Back one level',
      group: 'Anywhere',
      run: () => parent !== undefined && router.push(parent),
    },
  ]);

  return (
    <>
      <title>{`${inboxCount > 0 ? `(${inboxCount}) ` : ''}${title} · Factory Factory`}</title>
      <TopBar crumbs={trail} actions={actions} panel={panel === undefined ? undefined : details} />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
            <h1 className="sr-only">{title}</h1>
            {children}
          </main>
          {footer}
        </div>
        {panel !== undefined && roomy && details.open ? (
          <aside
            aria-label={panel.title}
            className="flex w-80 shrink-0 flex-col border-l border-line bg-surface xl:w-96 max-lg:hidden"
          >
            <h2 className="flex h-9 shrink-0 items-center border-b border-line px-4 text-sm font-medium">
              {panel.title}
            </h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus */}
            <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2">
              {panel.content}
            </div>
          </aside>
        ) : null}
      </div>
      {panel !== undefined && !roomy ? (
        <Sheet open={details.open} onOpenChange={details.toggle} title={panel.title} edge="bottom">
          {panel.content}
        </Sheet>
      ) : null}
    </>
  );
}

/** Beside the content the choice is kept; over it, on small screens, details open only when asked for. */
function useDetails(roomy: boolean): { open: boolean; toggle: () => void } {
  const kept = useSyncExternalStore(subscribeToPanel, isPanelOpen, () => true);
  const [sheet, setSheet] = useState(false);
  return roomy
    ? { open: kept, toggle: () => setPanelOpen(!kept) }
    : { open: sheet, toggle: () => setSheet(!sheet) };
}
