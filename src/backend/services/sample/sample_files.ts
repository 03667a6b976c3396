/** A small program that works: what people spent, read from a file and added up. It needs Node and nothing else. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Tally

Adds up what you spent.

    node bin/tally.js example.txt

Each line of the file is a date, a category and an amount:

    2026-03-02 food 12.50

Run the tests with \`node --test\`.
`,
  'package.json': `{
  "name": "tally",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "bin": { "tally": "bin/tally.js" },
  "scripts": { "test": "node --test" }
}
`,
  'example.txt': `2026-03-02 food 12.50
2026-03-02 travel 3.20
2026-03-05 food 8.05
2026-03-09 books 24.00
`,
  'bin/tally.js': `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readEntries } from '../src/entries.js';
import { renderReport } from '../src/report.js';

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: tally <file>');
  process.exit(2);
}
console.log(renderReport(readEntries(readFileSync(file, 'utf8'))));
`,
  'src/money.js': `/** Amounts are whole cents: floating point does not add up. */
export function parseAmount(text) {
  const match = /^(\\d+)(?:\\.(\\d{1,2}))?$/.exec(text);
  if (match === null) throw new Error('Not an amount: ' + text);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

export function formatAmount(cents) {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(cents) / 100);
  return sign + whole + '.' + String(Math.abs(cents) % 100).padStart(2, '0');
}
`,
  'src/entries.js': `import { parseAmount } from './money.js';

/** Reads lines of "date category amount". Empty lines are skipped. */
export function readEntries(text) {
  return text
    .split('\\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [date, category, amount] = line.trim().split(/\\s+/);
      return { date, category, cents: parseAmount(amount) };
    });
}
`,
  'src/report.js': `import { formatAmount } from './money.js';

export function totalsByCategory(entries) {
  const totals = new Map();
  for (const { category, cents } of entries) totals.set(category, (totals.get(category) ?? 0) + cents);
  return totals;
}

export function renderReport(entries) {
  const totals = [...totalsByCategory(entries)].sort(([a], [b]) => a.localeCompare(b));
  const sum = entries.reduce((total, { cents }) => total + cents, 0);
  return [...totals, ['total', sum]].map(([name, cents]) => name.padEnd(12) + formatAmount(cents).padStart(10)).join('\\n');
}
`,
  'test/money.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, parseAmount } from '../src/money.js';

test('amounts are whole cents', () => {
  assert.equal(parseAmount('12.50'), 1250);
  assert.equal(parseAmount('3.2'), 320);
  assert.equal(parseAmount('7'), 700);
  assert.throws(() => parseAmount('seven'));
});

test('amounts are shown with two decimals', () => {
  assert.equal(formatAmount(1250), '12.50');
  assert.equal(formatAmount(-5), '-0.05');
});
`,
  'test/report.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntries } from '../src/entries.js';
import { renderReport, totalsByCategory } from '../src/report.js';

const ENTRIES = readEntries('2026-03-02 food 12.50\\n2026-03-05 food 8.05\\n\\n2026-03-09 books 24.00\\n');

test('adds up by category', () => {
  assert.deepEqual([...totalsByCategory(ENTRIES)], [['food', 2055], ['books', 2400]]);
});

test('the report ends with the total', () => {
  assert.match(renderReport(ENTRIES), /total\\s+44\\.55$/);
});
`,
};

export const SAMPLE_TEST_COMMAND = 'node --test';
