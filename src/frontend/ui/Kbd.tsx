'use client';
import { useIsMac } from '@/frontend/keyboard/useIsMac';
import { cx } from './cx';

/** Draws a shortcut such as `mod+k` or `g i`. */
export function Kbd({
  keys,
  on = 'plain',
  always = false,
}: {
  keys: string;
  on?: 'plain' | 'accent';
  /** Also on a telephone, where it is a hint for nobody. */
  always?: boolean;
}) {
  const mac = useIsMac();
  return (
    <span
      className={cx('inline-flex items-center gap-0.5', !always && 'max-md:hidden pointer-coarse:hidden')}
    >
      {keys.split(' ').map((chord, index) => (
        <kbd
          // A sequence may repeat a key ("g g"), and its order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          className={cx(
            'inline-flex h-4 min-w-4 items-center justify-center rounded-sm border px-1 text-[11px] leading-none',
            on === 'accent' ? 'border-current/40 text-accent-fg' : 'border-line-strong bg-bg text-muted',
          )}
        >
          {chord
            .split('+')
            .map((key) => keyName(key, mac))
            .join('')}
        </kbd>
      ))}
    </span>
  );
}

const names: Record<string, string> = {
  mod: 'Ctrl ',
  shift: '⇧',
  alt: 'Alt ',
  enter: '↵',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  space: 'Space',
};

function keyName(key: string, mac: boolean): string {
  if (mac && key === 'mod') return '⌘';
  if (mac && key === 'alt') return '⌥';
  return names[key.toLowerCase()] ?? key;
}
