'use client';
import { useLayoutEffect, useRef } from 'react';
import type { Shortcut } from './registry';
import { useShortcutLayer } from './ShortcutLayer';
import { useShortcutRegistry } from './ShortcutProvider';

/** Offers these shortcuts while the component is mounted. They may change on every render. `base` yields to pages. */
export function useShortcuts(shortcuts: readonly Shortcut[], { base = false } = {}): void {
  const registry = useShortcutRegistry();
  const layer = useShortcutLayer();
  const latest = useRef(shortcuts);
  // As soon as the row is on screen its keys work, and they mean that row.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => {
    const leave = registry.register({ layer, base, shortcuts: () => latest.current });
    return () => {
      leave();
    };
  }, [registry, layer, base]);
}
