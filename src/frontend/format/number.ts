/** `$0`, `<$0.01`, `$2.31`, `$1,204`: cents only while they matter. */
export function formatMoney(usd: number): string {
  if (usd === 0) return '$0';
  if (usd > 0 && usd < 0.01) return '<$0.01';
  const digits = Math.abs(usd) >= 1000 ? 0 : 2;
  return usd.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** `$0.0068`, `$0.12`, `$2.31`: for the scale of a chart, where two marks must not read the same. */
export function formatMoneyMark(usd: number): string {
  if (usd === 0 || usd >= 1) return formatMoney(usd);
  const rounded = Number(usd.toPrecision(2));
  return `$${rounded.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 })}`;
}

/** `980`, `12.4k`, `3.1M`: three figures at most. */
export function formatCount(count: number): string {
  const size = Math.abs(count);
  if (size < 1000) return String(count);
  if (size < 999_500) return `${figures(count / 1000)}k`;
  if (size < 999_500_000) return `${figures(count / 1_000_000)}M`;
  return `${figures(count / 1_000_000_000)}G`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${figures(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${figures(bytes / 1024 ** 2)} MB`;
  return `${figures(bytes / 1024 ** 3)} GB`;
}

/** `1 file`, `12 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

function figures(value: number): string {
  return value >= 99.95 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}
