'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './Kbd';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Given on every item of a choice; draws the mark. */
  checked?: boolean;
  /** A second, quieter line: why it is disabled, what it does. */
  hint?: string;
  run: () => void;
};
export type MenuGroup = { label?: string; items: MenuItem[] };

/** A button's menu. Groups are divided by lines. */
export function Menu({
  trigger,
  groups,
  align = 'start',
  side = 'bottom',
  width = 'w-56',
}: {
  trigger: ReactNode;
  groups: MenuGroup[];
  align?: 'start' | 'end';
  side?: 'top' | 'bottom' | 'right';
  width?: string;
}) {
  return (
    // Not modal: a modal menu hides the page from screen readers but leaves its controls in the order of Tab.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            'anim-in z-50 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-lg bg-raised p-1 shadow-pop',
            width,
          )}
        >
          {groups.map((group, index) => (
            <Fragment key={group.label ?? index}>
              {index > 0 ? <Radix.Separator className="-mx-1 my-1 h-px bg-line" /> : null}
              {group.label === undefined ? null : (
                <Radix.Label className="px-2 pt-1 pb-0.5 text-xs text-muted">{group.label}</Radix.Label>
              )}
              {group.items.map((item) => (
                <Item key={item.label} {...item} />
              ))}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ label, icon, keys, danger, disabled, checked, hint, run }: MenuItem) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={run}
      className={cx(
        'flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none pointer-coarse:min-h-10',
        'data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0',
        danger ? 'text-failed' : 'text-text [&_svg]:text-muted',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {hint === undefined ? null : <span className="block text-xs text-muted">{hint}</span>}
      </span>
      {keys === undefined ? null : <Kbd keys={keys} />}
      {checked ? <Check aria-label="chosen" /> : null}
    </Radix.Item>
  );
}
