'use client';
import { Menu as MenuIcon } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { cx } from '@/frontend/ui/cx';
import { AppLink } from './AppLink';
import { inboxItem, isCurrent, projectItems } from './nav';
import { useShell } from './ShellContext';

const shown = ['Board', 'Reviews', 'Agents'];
const cell =
  'relative flex flex-1 flex-col items-center justify-center gap-0.5 text-xs [&_svg]:size-5 focus-visible:-outline-offset-2';

/** The thumb's way around on small screens; the rest is behind "More". */
export function MobileBar() {
  const { project, inboxCount, openMenu } = useShell();
  const pathname = usePathname();
  const items = [inboxItem, ...projectItems.filter((item) => shown.includes(item.label))];
  return (
    <nav
      aria-label="Main, small screen"
      className="flex h-14 shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.map((item) => {
        const current = isCurrent(item, project?.slug, pathname);
        return (
          <AppLink
            key={item.label}
            href={item.href(project?.slug)}
            aria-current={current ? 'page' : undefined}
            className={cx(cell, current ? 'font-medium text-accent' : 'text-muted')}
          >
            {item.icon}
            {item.label}
            {item === inboxItem && inboxCount > 0 ? (
              <span className="tabular absolute top-1 left-1/2 ml-1.5 rounded-full bg-accent-bg px-1 text-[11px] leading-4 text-accent-fg">
                {inboxCount}
              </span>
            ) : null}
          </AppLink>
        );
      })}
      <button type="button" onClick={openMenu} className={cx(cell, 'text-muted')}>
        <MenuIcon aria-hidden />
        More
      </button>
    </nav>
  );
}
