'use client';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { chordOf } from './chord';
import { createShortcutRegistry, type ShortcutRegistry } from './registry';
import { isMac } from './useIsMac';

const RegistryContext = createContext<ShortcutRegistry>(createShortcutRegistry());

export function useShortcutRegistry(): ShortcutRegistry {
  return useContext(RegistryContext);
}

/** Listens once for the whole app. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(createShortcutRegistry);
  useLayoutEffect(() => {
    // Chords with ⌘ or Ctrl come before the controls: a select would open on Ctrl+Enter instead of sending the form.
    const isChord = (event: KeyboardEvent) => chordOf(event, isMac()).startsWith('mod+');
    const before = (event: KeyboardEvent) => isChord(event) && handle(registry, event);
    const after = (event: KeyboardEvent) => isChord(event) || handle(registry, event);
    window.addEventListener('keydown', before, true);
    window.addEventListener('keydown', after);
    return () => {
      window.removeEventListener('keydown', before, true);
      window.removeEventListener('keydown', after);
    };
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="combobox"]';
const PRESSABLE = 'button, a[href], summary, [role="tab"], [role="option"]';
/** A terminal that someone has taken over gets every key. */
const LIVE_TERMINAL = '[data-terminal="live"]';
const TERMINAL = '[data-terminal]';

/** Holding a key moves through a list; it must not approve ten reviews. */
const REPEATABLE = new Set(['j', 'k', 'up', 'down']);

function handle(registry: ShortcutRegistry, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(LIVE_TERMINAL) !== null) return;
  const chord = chordOf(event, isMac());
  // A closed select has the focus after a choice; what works while typing has to work there too.
  if (target.closest(OWN_KEYS) !== null && !chord.startsWith('mod+')) return;
  if (event.repeat && !REPEATABLE.has(chord)) return;
  const typing = target.closest(`${TYPING}, ${OWN_KEYS}`) !== null && target.closest(TERMINAL) === null;
  if (typing && chord === 'escape') {
    if (target instanceof HTMLElement) target.blur();
    return;
  }
  if ((chord === 'enter' || chord === 'space') && target.closest(PRESSABLE) !== null) return;
  if (typing && !chord.startsWith('mod+')) return;
  const shortcut = registry.press(chord, event.timeStamp);
  if (shortcut === undefined || (typing && !shortcut.always)) return;
  event.preventDefault();
  shortcut.run();
}
