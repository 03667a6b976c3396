'use client';
import { useMemo } from 'react';
import type { Shortcut } from '@/frontend/keyboard/registry';
import { useShortcutRegistry } from '@/frontend/keyboard/ShortcutProvider';
import { Dialog } from '@/frontend/ui/Dialog';
import { Kbd } from '@/frontend/ui/Kbd';

/** Everything that can be pressed on this page, by group. */
export function ShortcutsHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const registry = useShortcutRegistry();
  const groups = useMemo(() => (open ? byGroup(registry.list()) : []), [open, registry]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" width="max-w-2xl">
      <div className="columns-2 gap-8 max-md:columns-1">
        {groups.map(([group, shortcuts]) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-muted">{group}</h3>
            <ul>
              {shortcuts.map((shortcut) => (
                <li key={shortcut.keys} className="flex h-7 items-center justify-between gap-2 text-sm">
                  {shortcut.label}
                  <Kbd keys={shortcut.keys} always />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function byGroup(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts) {
    const group = shortcut.group ?? 'This page';
    groups.set(group, [...(groups.get(group) ?? []), shortcut]);
  }
  return [...groups];
}
