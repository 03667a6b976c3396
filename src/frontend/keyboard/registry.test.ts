import { describe, expect, it } from 'vitest';
import { chordOf } from './chord';
import { createShortcutRegistry, type Shortcut } from './registry';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const shortcut = (keys: string, label = keys, more: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  label,
  run: () => {},
  ...more,
});

function registryWith(layer: number, ...shortcuts: Shortcut[]) {
  const registry = createShortcutRegistry();
  registry.register({ layer, shortcuts: () => shortcuts });
  return registry;
}

describe('chords', () => {
  it.each([
    [{ ...plain, key: 'c' }, false, 'c'],
    [{ ...plain, key: 'C', shiftKey: true }, false, 'shift+c'],
    [{ ...plain, key: '?', shiftKey: true }, false, '?'],
    [{ ...plain, key: 'k', ctrlKey: true }, false, 'mod+k'],
    [{ ...plain, key: 'k', metaKey: true }, true, 'mod+k'],
    [{ ...plain, key: 'k', ctrlKey: true }, true, 'k'],
    [{ ...plain, key: 'ArrowDown' }, false, 'down'],
    [{ ...plain, key: 'Escape', shiftKey: true }, false, 'shift+escape'],
    [{ ...plain, key: ' ' }, false, 'space'],
  ])('%o', (press, mac, chord) => expect(chordOf(press, mac)).toBe(chord));
});

describe('sequences', () => {
  it('waits for the second key, and forgets after a second', () => {
    const registry = registryWith(0, shortcut('g i'), shortcut('i', 'plain'));
    expect(registry.press('g', 0)).toBeUndefined();
    expect(registry.press('i', 900)?.label).toBe('g i');
    expect(registry.press('g', 2000)).toBeUndefined();
    expect(registry.press('i', 3500)?.label).toBe('plain');
  });

  it('lets a key that ends no sequence act by itself, and start another', () => {
    const registry = registryWith(0, shortcut('g i'), shortcut('c'));
    registry.press('g', 0);
    expect(registry.press('c', 10)?.label).toBe('c');
    registry.press('g', 20);
    registry.press('g', 30);
    expect(registry.press('i', 40)?.label).toBe('g i');
  });
});

describe('layers', () => {
  it('silences what is under a dialog, except what always works', () => {
    const registry = registryWith(0, shortcut('c'), shortcut('mod+k', 'palette', { always: true }));
    const close = registry.enterLayer(1);
    expect(registry.press('c', 0)).toBeUndefined();
    expect(registry.press('mod+k', 0)?.label).toBe('palette');
    close();
    expect(registry.press('c', 0)?.label).toBe('c');
  });

  it('prefers the newest registration and gives the key back when it leaves', () => {
    const registry = registryWith(0, shortcut('e', 'shell'));
    const leave = registry.register({ layer: 0, shortcuts: () => [shortcut('e', 'page')] });
    expect(registry.press('e', 0)?.label).toBe('page');
    expect(registry.list().map((each) => each.label)).toEqual(['page']);
    leave();
    expect(registry.press('e', 0)?.label).toBe('shell');
  });

  it('lets a page win over the shell even when the shell mounts last', () => {
    const registry = registryWith(0, shortcut('escape', 'page'));
    registry.register({
      layer: 0,
      base: true,
      shortcuts: () => [shortcut('escape', 'shell'), shortcut('c')],
    });
    expect(registry.press('escape', 0)?.label).toBe('page');
    expect(registry.press('c', 0)?.label).toBe('c');
    expect(registry.list().map((each) => each.label)).toEqual(['page', 'c']);
  });
});
