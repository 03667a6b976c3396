import { formatMoney } from '@/frontend/format/number';

export function Money({ usd, className }: { usd: number; className?: string }) {
  return (
    <span className={`tabular whitespace-nowrap ${className ?? ''}`} title={`$${usd.toFixed(4)}`}>
      {formatMoney(usd)}
    </span>
  );
}
