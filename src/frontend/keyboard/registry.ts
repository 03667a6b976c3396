export type Shortcut = {
  /** `c`, `mod+k`, or a sequence such as `g i`. */
  keys: string;
  /** What it does, for the help dialog. */
  label: string;
  group?: string;
  /** Left out of the help dialog. */
  hidden?: boolean;
  /** Works while typing and over dialogs too; only for chords with `mod`. */
  always?: boolean;
  run: () => void;
};

type Entry = {
  layer: number;
  /** The shell's own: a page that offers the same key wins, whatever the order they were mounted in. */
  base?: boolean;
  shortcuts: () => readonly Shortcut[];
};

/** How long the second key of a sequence may take. */
const SEQUENCE_MS = 1000;

export type ShortcutRegistry = ReturnType<typeof createShortcutRegistry>;

/**
 * Knows every shortcut on screen. Dialogs open a layer; only the top layer hears keys. The newest
 * registration wins, and a page wins over the shell.
 */
export function createShortcutRegistry() {
  const entries = new Set<Entry>();
  const layers: number[] = [];
  let pending = '';
  let pendingSince = 0;

  const topLayer = () => layers.reduce((top, layer) => Math.max(top, layer), 0);

  const byPrecedence = () =>
    [...entries].reverse().sort((a, b) => Number(a.base ?? false) - Number(b.base ?? false));

  function find(sequence: string): Shortcut | 'prefix' | undefined {
    let prefix = false;
    for (const entry of byPrecedence()) {
      for (const shortcut of entry.shortcuts()) {
        if (entry.layer !== topLayer() && !shortcut.always) continue;
        if (shortcut.keys === sequence) return shortcut;
        prefix ||= shortcut.keys.startsWith(`${sequence} `);
      }
    }
    return prefix ? 'prefix' : undefined;
  }

  return {
    register(entry: Entry): () => void {
      entries.add(entry);
      return () => entries.delete(entry);
    },

    enterLayer(layer: number): () => void {
      layers.push(layer);
      return () => layers.splice(layers.indexOf(layer), 1);
    },

    /** The shortcut this press completes, if any. Remembers the start of a sequence. */
    press(chord: string, now: number): Shortcut | undefined {
      const sequence = pending !== '' && now - pendingSince <= SEQUENCE_MS ? `${pending} ${chord}` : chord;
      pending = '';
      const found = find(sequence) ?? (sequence === chord ? undefined : find(chord));
      if (found !== 'prefix') return found;
      pending = find(sequence) === 'prefix' ? sequence : chord;
      pendingSince = now;
      return undefined;
    },

    /** Every shortcut on screen, one per key. */
    list(): Shortcut[] {
      const byKeys = new Map<string, Shortcut>();
      for (const entry of byPrecedence().reverse()) {
        for (const shortcut of entry.shortcuts()) if (!shortcut.hidden) byKeys.set(shortcut.keys, shortcut);
      }
      return [...byKeys.values()];
    },
  };
}
