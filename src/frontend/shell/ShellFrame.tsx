'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import type { Connection } from '@/frontend/api/live/createLiveStream';
import type { Charge } from '@/frontend/api/outputs';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { chooseTheme } from '@/frontend/theme/theme';
import { Sheet } from '@/frontend/ui/Sheet';
import { ChargeBanner } from './ChargeBanner';
import { CommandPalette } from './CommandPalette';
import { ConnectionBanner } from './ConnectionBanner';
import { MobileBar } from './MobileBar';
import { inboxItem, projectItems } from './nav';
import { paths } from './paths';
import { Rail } from './Rail';
import { ShellContext, type ShellData } from './ShellContext';
import { ShortcutsHelp } from './ShortcutsHelp';
import { useFaviconBadge } from './useFaviconBadge';

/** The frame around every page: rail, banner, palette, help, and the keys that work everywhere. */
export function ShellFrame({
  data,
  connection,
  onReconnect,
  charge,
  children,
}: {
  data: ShellData;
  connection: Connection;
  onReconnect: () => void;
  charge: Charge | undefined;
  children: ReactNode;
}) {
  const router = useRouter();
  const [overlay, setOverlay] = useState<'palette' | 'help' | 'menu'>();
  const slug = data.project?.slug;
  const show = (which: 'palette' | 'help' | 'menu') => (open: boolean) =>
    setOverlay(open ? which : undefined);
  useFaviconBadge(data.inboxCount);

  useShortcuts(
    [
      {
        keys: 'mod+k',
        label: 'Search and commands',
        group: 'Anywhere',
        always: true,
        run: () => show('palette')(overlay !== 'palette'),
      },
      { keys: '/', label: 'Search', hidden: true, run: () => setOverlay('palette') },
      { keys: '?', label: 'Keyboard shortcuts', group: 'Anywhere', run: () => setOverlay('help') },
      {
        keys: 'c',
        label: 'New epic',
        group: 'Anywhere',
        run: () => router.push(slug === undefined ? paths.newProject() : paths.newEpic(slug)),
      },
      ...[inboxItem, ...projectItems].map((item) => ({
        keys: item.keys,
        label: item.label,
        group: 'Go to',
        run: () => router.push(item.href(slug)),
      })),
      { keys: 'g p', label: 'Projects', group: 'Go to', run: () => router.push(paths.projects()) },
      {
        keys: 'g n',
        label: 'Add a repository',
        group: 'Go to',
        run: () => router.push(paths.newProject()),
      },
      ...(slug === undefined
        ? []
        : [
            {
              keys: 'g o',
              label: 'Settings of this project',
              group: 'Go to',
              run: () => router.push(paths.projectSettings(slug)),
            },
          ]),
      { keys: 'g h', label: 'System health', group: 'Go to', run: () => router.push(paths.system()) },
      { keys: 'g s', label: 'Settings', group: 'Go to', run: () => router.push(paths.settings()) },
      { keys: 't l', label: 'Light theme', group: 'Theme', run: () => chooseTheme('light') },
      { keys: 't d', label: 'Dark theme', group: 'Theme', run: () => chooseTheme('dark') },
      { keys: 't s', label: 'System theme', group: 'Theme', run: () => chooseTheme('system') },
    ],
    { base: true },
  );

  return (
    <ShellContext
      value={{
        ...data,
        openPalette: () => setOverlay('palette'),
        openMenu: () => setOverlay('menu'),
      }}
    >
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-bg px-3 py-1.5 text-accent-fg focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex h-dvh w-full">
        <Rail />
        <div className="flex min-w-0 flex-1 flex-col">
          <ConnectionBanner connection={connection} onReconnect={onReconnect} />
          {connection === 'offline' ? null : <ChargeBanner charge={charge} />}
          {children}
          <MobileBar />
        </div>
      </div>
      <CommandPalette open={overlay === 'palette'} onOpenChange={show('palette')} />
      <ShortcutsHelp open={overlay === 'help'} onOpenChange={show('help')} />
      <Sheet open={overlay === 'menu'} onOpenChange={show('menu')} title="Menu" edge="left">
        {/* A link chosen in the drawer closes it. */}
        <div
          className="h-full"
          onClickCapture={(event) =>
            event.target instanceof Element && event.target.closest('a') && setOverlay(undefined)
          }
        >
          <Rail wide />
        </div>
      </Sheet>
    </ShellContext>
  );
}
