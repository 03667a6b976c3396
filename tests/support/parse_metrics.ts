/** A family of samples: its type, and each series by its name and labels as they are written. */
type Family = { type: string; help: string; samples: Map<string, number> };

const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)$/;
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/;
const LABEL = /[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"/;
const SAMPLE = new RegExp(
  `^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{${LABEL.source}(?:,${LABEL.source})*\\})? ([+-]?(?:[0-9.]+(?:e[+-]?[0-9]+)?|Inf)|NaN)$`,
);

/**
 * Reads Prometheus' text format as strictly as its authors allow: help, type, then samples of one family after the other,
 * none of them empty, no series twice, no line that is nothing. Throws at the first line that is not as it must be.
 */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families = new Map<string, Family>();
  let current: { name: string; family: Family } | null = null;
  const lines = text.slice(0, -1).split('\n');
  for (const [n, line] of lines.entries()) {
    const wrong = (why: string): Error => new Error(`Line ${n + 1}: ${why}: ${JSON.stringify(line)}`);
    const help = line.match(HELP);
    if (help) {
      if (current) finish(current);
      const [, name = '', words = ''] = help;
      if (families.has(name)) throw wrong('a family that was there before');
      const [, typed, type = ''] = lines[n + 1]?.match(TYPE) ?? [];
      if (typed !== name) throw wrong('no type follows');
      current = { name, family: { type, help: words, samples: new Map() } };
      families.set(name, current.family);
      continue;
    }
    if (TYPE.test(line)) continue;
    const [, name = '', labels = '', value = ''] = line.match(SAMPLE) ?? [];
    if (name === '') throw wrong('neither a comment nor a sample');
    if (!current || !belongs(name, current)) throw wrong('a sample outside its family');
    const series = `${name}${labels}`;
    if (current.family.samples.has(series)) throw wrong('a series twice');
    current.family.samples.set(series, toNumber(value));
  }
  if (current) finish(current);
  return families;
}

function belongs(sample: string, { name, family }: { name: string; family: Family }): boolean {
  if (family.type !== 'histogram') return sample === name;
  return ['_bucket', '_sum', '_count'].some((suffix) => sample === `${name}${suffix}`);
}

function finish({ name, family }: { name: string; family: Family }): void {
  const { type, samples } = family;
  if (samples.size === 0) throw new Error(`${name} has no sample.`);
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} counts, but is not a _total.`);
  if (type === 'counter' && [...samples.values()].some((value) => value < 0)) {
    throw new Error(`${name} counts backwards.`);
  }
  if (type !== 'histogram') return;
  const buckets = [...samples].filter(([series]) => series.startsWith(`${name}_bucket{`));
  const rising = buckets.every(([, value], n) => n === 0 || value >= (buckets[n - 1]?.[1] ?? 0));
  const [last] = buckets.slice(-1);
  if (!rising || last?.[0] !== `${name}_bucket{le="+Inf"}` || last[1] !== samples.get(`${name}_count`)) {
    throw new Error(`The buckets of ${name} do not add up.`);
  }
}

function toNumber(text: string): number {
  if (text.endsWith('Inf')) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
}
