export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

const names: Record<string, string> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * One key press in the words shortcuts are written in: `c`, `shift+c`, `mod+k`, `?`, `escape`. Shift counts
 * only where it does not already change the character, because `?` needs it on some keyboards and not on others.
 */
export function chordOf(press: KeyPress, mac: boolean): string {
  const key = names[press.key] ?? press.key.toLowerCase();
  const mod = mac ? press.metaKey : press.ctrlKey;
  const shift = press.shiftKey && (press.key.length > 1 || /^[a-z]$/.test(key));
  return [mod ? 'mod' : '', press.altKey ? 'alt' : '', shift ? 'shift' : '', key]
    .filter((part) => part !== '')
    .join('+');
}
