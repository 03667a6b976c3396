import { Kbd } from './Kbd';

/** The line under a list that says what the keys do. Hidden where there is no keyboard. */
export function KeyHints({ hints }: { hints: readonly { keys: string; label: string }[] }) {
  return (
    <div
      aria-hidden
      // What does not fit goes to a second line, which is not shown: no hint is cut in half.
      className="flex h-8 shrink-0 flex-wrap gap-x-4 overflow-hidden border-t border-line px-4 text-xs text-muted max-md:hidden pointer-coarse:hidden"
    >
      {hints.map((hint) => (
        <span key={hint.keys} className="flex h-8 items-center gap-1.5 whitespace-nowrap">
          <Kbd keys={hint.keys} /> {hint.label}
        </span>
      ))}
    </div>
  );
}
