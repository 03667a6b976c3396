'use client';
import { useShortcuts } from './useShortcuts';

/** Ctrl+Enter, or ⌘ Enter, sends the form that this stands in, wherever in it the focus is. */
export function SendKey({ label, send }: { label: string; send: () => void }) {
  useShortcuts([{ keys: 'mod+enter', label, always: true, run: send }]);
  return null;
}
