'use client';
import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

/** With words beside it, or bare with a `label` for rows. `mixed` is "some of them". */
export function Checkbox({
  checked,
  onChange,
  children,
  hint,
  label,
  disabled,
}: {
  checked: boolean | 'mixed';
  onChange: (checked: boolean) => void;
  children?: ReactNode;
  hint?: ReactNode;
  label?: string;
  disabled?: boolean;
}) {
  const id = useId();
  const box = (
    <Radix.Root
      id={id}
      aria-label={label}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      disabled={disabled}
      checked={checked === 'mixed' ? 'indeterminate' : checked}
      onCheckedChange={(next) => onChange(next === true)}
      className="inline-flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-bg text-accent-fg disabled:opacity-50 data-[state=checked]:border-accent-bg data-[state=checked]:bg-accent-bg data-[state=indeterminate]:border-accent-bg data-[state=indeterminate]:bg-accent-bg"
    >
      <Radix.Indicator>
        {checked === 'mixed' ? (
          <Minus className="size-3" strokeWidth={3} />
        ) : (
          <Check className="size-3" strokeWidth={3} />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
  if (children === undefined) return box;
  return (
    <div className="flex items-start gap-2">
      <span className="flex h-5 items-center">{box}</span>
      <div>
        <label htmlFor={id} className="select-none text-sm">
          {children}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
