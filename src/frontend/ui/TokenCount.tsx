import { formatCount } from '@/frontend/format/number';

export function TokenCount({ tokens, className }: { tokens: number; className?: string }) {
  return (
    <span
      className={`tabular whitespace-nowrap ${className ?? ''}`}
      title={`${tokens.toLocaleString('en')} tokens`}
    >
      {formatCount(tokens)} tok
    </span>
  );
}
