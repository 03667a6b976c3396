'use client';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

export type Segment<Value extends string> = { value: Value; label: string; icon?: ReactNode };

/** A choice of two to four that is always made. Icons alone keep their label for screen readers. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  segments,
  iconsOnly = false,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  iconsOnly?: boolean;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className="inline-flex h-7 shrink-0 items-center gap-0.5 rounded-md bg-hover p-0.5 pointer-coarse:h-10"
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          aria-label={segment.label}
          title={iconsOnly ? segment.label : undefined}
          className="inline-flex h-full items-center gap-1.5 rounded-sm px-2 text-xs text-muted transition-colors hover:text-text data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-text data-[state=on]:shadow-[0_0_0_1px_var(--line-strong)] [&_svg]:size-3.5"
        >
          {segment.icon}
          {iconsOnly ? null : segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
