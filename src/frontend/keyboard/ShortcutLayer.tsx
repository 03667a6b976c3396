'use client';
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import { useShortcutRegistry } from './ShortcutProvider';

const LayerContext = createContext(0);

export function useShortcutLayer(): number {
  return useContext(LayerContext);
}

/** Wraps what is modal: while it is mounted, keys reach only the shortcuts inside it. */
export function ShortcutLayer({ children }: { children: ReactNode }) {
  const registry = useShortcutRegistry();
  const layer = useShortcutLayer() + 1;
  useLayoutEffect(() => {
    const leave = registry.enterLayer(layer);
    return () => {
      leave();
    };
  }, [registry, layer]);
  return <LayerContext value={layer}>{children}</LayerContext>;
}
