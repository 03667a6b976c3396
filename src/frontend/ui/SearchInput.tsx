import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { Input } from './Input';

/** A field that narrows down the list under it as one types. */
export function SearchInput({
  label,
  placeholder = label,
  value,
  onChange,
  ref,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <Input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      lead={<Search />}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
