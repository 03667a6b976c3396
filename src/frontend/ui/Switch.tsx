'use client';
import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

/** A setting that takes effect at once. Words left, switch right. */
export function Switch({
  checked,
  onChange,
  children,
  hint,
  disabled,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="select-none text-sm">
          {children}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-0.5 inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors disabled:opacity-50 data-[state=checked]:bg-accent-bg"
      >
        <Radix.Thumb className="size-3 rounded-full bg-accent-fg transition-transform data-[state=checked]:translate-x-3" />
      </Radix.Root>
    </div>
  );
}
