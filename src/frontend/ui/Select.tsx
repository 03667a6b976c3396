'use client';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx';
import type { FieldControl } from './Field';
import { controlClass } from './Input';

export type SelectOption = {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
};

export function Select({
  value,
  onChange,
  options,
  placeholder = 'Choose…',
  label,
  disabled,
  className,
  ...field
}: Partial<FieldControl> & {
  value: string | undefined;
  onChange: (value: string) => void;
  options: SelectOption[];
  placeholder?: string;
  /** Its name, where no Field gives one. */
  label?: string;
  disabled?: boolean;
  className?: string;
}) {
  return (
    <Radix.Root value={value ?? ''} onValueChange={onChange} disabled={disabled}>
      <Radix.Trigger
        {...field}
        aria-label={label}
        className={cx(
          controlClass,
          'flex h-8 items-center gap-2 px-2.5 text-left data-[placeholder]:text-muted pointer-coarse:h-11',
          className,
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon className="text-muted">
          <ChevronsUpDown className="size-3.5" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="anim-in z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-lg bg-raised shadow-pop"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover pointer-coarse:min-h-10"
              >
                {option.icon}
                <span className="flex-1">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint === undefined ? null : (
                    <span className="block text-xs text-muted">{option.hint}</span>
                  )}
                </span>
                <Radix.ItemIndicator>
                  <Check className="size-4 text-muted" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
