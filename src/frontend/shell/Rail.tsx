'use client';
import { Settings } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { cx } from '@/frontend/ui/cx';
import { StateDot } from '@/frontend/ui/StateDot';
import { AppLink } from './AppLink';
import { inboxItem, isCurrent, type NavItem, projectItems } from './nav';
import { ProjectSwitcher } from './ProjectSwitcher';
import { paths } from './paths';
import { useShell } from './ShellContext';

/** The left edge. `wide` forces the words, for the drawer; otherwise they hide on middle widths. */
export function Rail({ wide = false }: { wide?: boolean }) {
  const { project, inboxCount, health } = useShell();
  const pathname = usePathname();
  const words = wide ? '' : 'max-xl:sr-only';

  const item = (nav: NavItem, count = 0) => (
    <RailLink
      key={nav.label}
      href={nav.href(project?.slug)}
      label={nav.label}
      words={words}
      current={isCurrent(nav, project?.slug, pathname)}
      icon={nav.icon}
      count={count}
    />
  );

  return (
    <nav
      aria-label="Main"
      className={cx(
        'flex h-full flex-col gap-px bg-surface p-2',
        wide ? 'w-full' : 'w-12 shrink-0 border-r border-line max-md:hidden xl:w-52',
      )}
    >
      <ProjectSwitcher words={words} />
      {item(inboxItem, inboxCount)}
      <div className="my-2 h-px bg-line" />
      {projectItems.map((nav) => item(nav))}
      <div className="flex-1" />
      <RailLink
        href={paths.system()}
        label={health.word}
        words={words}
        current={pathname === paths.system()}
        icon={<StateDot state={health.state} label="System health" className="m-px" />}
      />
      <RailLink
        href={paths.settings()}
        label="Settings"
        words={words}
        current={pathname.startsWith(paths.settings())}
        icon={<Settings />}
      />
    </nav>
  );
}

function RailLink({
  href,
  label,
  icon,
  words,
  current,
  count = 0,
}: {
  href: string;
  label: string;
  icon: React.ReactNode;
  words: string;
  current: boolean;
  count?: number;
}) {
  return (
    <AppLink
      href={href}
      title={words === '' ? undefined : label}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'relative flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 text-sm transition-colors pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0',
        current ? 'bg-hover font-medium text-text' : 'text-muted hover:bg-hover hover:text-text',
      )}
    >
      {icon}
      <span className={cx('min-w-0 flex-1 truncate', words)}>{label}</span>
      {count > 0 ? (
        <>
          <span className={cx('tabular rounded-full bg-accent-bg px-1.5 text-xs text-accent-fg', words)}>
            {count}
            <span className="sr-only"> need you</span>
          </span>
          {words === '' ? null : (
            <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-accent-bg xl:hidden" />
          )}
        </>
      ) : null}
    </AppLink>
  );
}
