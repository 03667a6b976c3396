'use client';
import { ArrowLeft, PanelRight, Plus, Search } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/frontend/ui/Button';
import { cx } from '@/frontend/ui/cx';
import { IconButton } from '@/frontend/ui/IconButton';
import { Kbd } from '@/frontend/ui/Kbd';
import { AppLink } from './AppLink';
import type { Crumb } from './Page';
import { paths } from './paths';
import { useShell } from './ShellContext';

export function TopBar({
  crumbs,
  actions,
  panel,
}: {
  crumbs: readonly Crumb[];
  actions: ReactNode;
  panel: { open: boolean; toggle: () => void } | undefined;
}) {
  const { project, openPalette } = useShell();
  const pathname = usePathname();
  // Not where it would lead to the page one is on; and without a project there is nothing to write an epic for.
  const newEpic = project === undefined ? undefined : paths.newEpic(project.slug);
  const back = crumbs.slice(0, -1).findLast((crumb) => crumb.href !== undefined)?.href;
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4 max-md:pl-2">
      {back === undefined ? null : (
        <AppLink
          href={back}
          aria-label="Back"
          className="flex size-10 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </AppLink>
      )}
      <nav aria-label="Breadcrumb" className={cx('min-w-0 flex-1', back === undefined && 'max-md:pl-2')}>
        <ol className="flex items-center text-sm">
          {crumbs.map((crumb, index) => (
            <Step key={crumb.label} crumb={crumb} last={index === crumbs.length - 1} />
          ))}
        </ol>
      </nav>
      {actions}
      <button
        type="button"
        onClick={openPalette}
        className="flex h-7 items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-muted transition-colors hover:bg-hover hover:text-text max-md:size-10 max-md:justify-center max-md:border-transparent max-md:bg-transparent lg:w-52"
      >
        <Search aria-hidden className="size-3.5 max-md:size-5" />
        <span className="flex-1 text-left max-lg:sr-only">Search</span>
        <span className="max-lg:hidden">
          <Kbd keys="mod+k" />
        </span>
      </button>
      {newEpic === undefined || newEpic === pathname ? null : (
        <ButtonLink className="max-md:size-10 max-md:border-transparent max-md:bg-transparent max-md:px-0">
          <AppLink href={newEpic} title="New epic (c)">
            <Plus aria-hidden className="size-3.5 max-md:size-5" />
            <span className="max-md:sr-only">New epic</span>
          </AppLink>
        </ButtonLink>
      )}
      {panel === undefined ? null : (
        <IconButton
          label={panel.open ? 'Hide details' : 'Show details'}
          keys="]"
          icon={<PanelRight />}
          pressed={panel.open}
          onClick={panel.toggle}
        />
      )}
    </header>
  );
}

function Step({ crumb, last }: { crumb: Crumb; last: boolean }) {
  return (
    <li className={cx('flex items-center', last ? 'min-w-0' : 'shrink-0 max-md:hidden')}>
      {crumb.href === undefined || last ? (
        <span
          aria-current={last ? 'page' : undefined}
          className={cx('truncate', last ? 'font-medium' : 'text-muted')}
        >
          {crumb.label}
        </span>
      ) : (
        <AppLink href={crumb.href} className="rounded-sm text-muted transition-colors hover:text-text">
          {crumb.label}
        </AppLink>
      )}
      {last ? null : (
        <span aria-hidden className="px-2 text-line-strong">
          /
        </span>
      )}
    </li>
  );
}
