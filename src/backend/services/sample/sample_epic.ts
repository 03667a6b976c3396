import type { Scenario, ScenarioSpeed } from '@/shared/scenario';

type ScenarioText = Omit<Partial<Scenario>, 'supervisor' | 'subtasks'> & {
  supervisor?: Partial<Scenario['supervisor']>;
  subtasks: (Partial<NonNullable<Scenario['subtasks']>[number]> & { key: string; title: string })[];
};

export const SAMPLE_EPIC = {
  title: 'Warn when a budget is spent',
  description: `People want to know when they spend more than they meant to.

- A budgets file names a category and an amount on each line.
- \`tally example.txt --budgets budgets.txt\` prints a warning for every category that is over its budget.
- A category without a budget is never warned about.
- Everything is covered by tests; \`node --test\` passes.
`,
} as const;

/** What practice agents do about the epic: real functions, with tests that run. */
export function sampleScenario(speed: ScenarioSpeed): string {
  const scenario: ScenarioText = {
    speed,
    supervisor: {
      decision: 'Reading budgets and comparing them are apart; the command line joins the two',
    },
    subtasks: [
      {
        key: 'read',
        title: 'Read budgets from a file',
        description: 'Add `readBudgets(text)` in src/budgets.js: a Map of category to cents.',
        acceptanceCriteria: 'Empty lines are skipped; a bad amount is an error; tests cover both.',
        steps: [
          { do: 'say', text: 'Budgets have the same amounts as entries, so parseAmount serves here too.' },
          { do: 'write', path: 'src/budgets.js', content: BUDGETS },
          { do: 'write', path: 'test/budgets.test.js', content: BUDGETS_TEST },
          { do: 'run', argv: ['node', '--test'] },
          { do: 'commit', message: 'Read budgets from a file' },
        ],
      },
      {
        key: 'compare',
        title: 'Find the categories that are over budget',
        description: 'Add `overBudget(totals, budgets)` in src/over_budget.js: who is over, and by how much.',
        acceptanceCriteria: 'Exactly on budget is fine; no budget means no warning; worst first.',
        askForChanges: 1,
        feedback: 'Please cover a category that has no budget, and one that is exactly on it.',
        steps: [
          { do: 'write', path: 'src/over_budget.js', content: OVER_BUDGET },
          { do: 'write', path: 'test/over_budget.test.js', content: OVER_BUDGET_TEST },
          { do: 'run', argv: ['node', '--test'] },
          { do: 'commit', message: 'Find the categories that are over budget' },
        ],
        revise: [
          { do: 'append', path: 'test/over_budget.test.js', content: OVER_BUDGET_MORE_TESTS },
          { do: 'run', argv: ['node', '--test'] },
          { do: 'commit', message: 'Cover the edges of a budget' },
        ],
      },
      {
        key: 'join',
        title: 'Print the warnings',
        description:
          'Give the command line `--budgets <file>` and print a line for each category over budget.',
        acceptanceCriteria: 'Without the option nothing changes. The README shows how it is used.',
        dependsOn: ['read', 'compare'],
        steps: [
          { do: 'write', path: 'src/warnings.js', content: WARNINGS },
          { do: 'write', path: 'test/warnings.test.js', content: WARNINGS_TEST },
          { do: 'write', path: 'bin/tally.js', content: TALLY },
          { do: 'write', path: 'budgets.txt', content: 'food 20.00\nbooks 30.00\n' },
          { do: 'append', path: 'README.md', content: README_MORE },
          { do: 'run', argv: ['node', 'bin/tally.js', 'example.txt', '--budgets', 'budgets.txt'] },
          { do: 'run', argv: ['node', '--test'] },
          { do: 'commit', message: 'Print a warning for every category over budget' },
        ],
      },
    ],
  };
  return JSON.stringify(scenario);
}

const BUDGETS = `import { parseAmount } from './money.js';

/** Reads lines of "category amount" into a Map of category to cents. */
export function readBudgets(text) {
  const lines = text.split('\\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [category, amount] = line.trim().split(/\\s+/);
      return [category, parseAmount(amount)];
    }),
  );
}
`;

const BUDGETS_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBudgets } from '../src/budgets.js';

test('reads a budget for each category', () => {
  assert.deepEqual([...readBudgets('food 20.00\\n\\nbooks 30\\n')], [['food', 2000], ['books', 3000]]);
});

test('refuses an amount that is none', () => {
  assert.throws(() => readBudgets('food plenty'));
});
`;

const OVER_BUDGET = `/** Categories that cost more than their budget, the worst first. Without a budget there is nothing to exceed. */
export function overBudget(totals, budgets) {
  return [...totals]
    .filter(([category, cents]) => budgets.has(category) && cents > budgets.get(category))
    .map(([category, cents]) => ({ category, overBy: cents - budgets.get(category) }))
    .sort((a, b) => b.overBy - a.overBy);
}
`;

const OVER_BUDGET_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overBudget } from '../src/over_budget.js';

test('finds who is over and by how much, the worst first', () => {
  const totals = new Map([['food', 2055], ['books', 2400], ['travel', 320]]);
  const budgets = new Map([['food', 2000], ['books', 1000], ['travel', 5000]]);
  assert.deepEqual(overBudget(totals, budgets), [
    { category: 'books', overBy: 1400 },
    { category: 'food', overBy: 55 },
  ]);
});
`;

const OVER_BUDGET_MORE_TESTS = `
test('a category without a budget is never over it', () => {
  assert.deepEqual(overBudget(new Map([['food', 2055]]), new Map()), []);
});

test('exactly on budget is fine', () => {
  assert.deepEqual(overBudget(new Map([['food', 2000]]), new Map([['food', 2000]])), []);
});
`;

const WARNINGS = `import { readBudgets } from './budgets.js';
import { formatAmount } from './money.js';
import { overBudget } from './over_budget.js';
import { totalsByCategory } from './report.js';

export function renderWarnings(entries, budgetsText) {
  return overBudget(totalsByCategory(entries), readBudgets(budgetsText)).map(
    ({ category, overBy }) => 'Over budget: ' + category + ' by ' + formatAmount(overBy),
  );
}
`;

const WARNINGS_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntries } from '../src/entries.js';
import { renderWarnings } from '../src/warnings.js';

test('says who is over budget and by how much', () => {
  const entries = readEntries('2026-03-02 food 12.50\\n2026-03-05 food 8.05\\n2026-03-09 books 24.00\\n');
  assert.deepEqual(renderWarnings(entries, 'food 20.00\\nbooks 30.00\\n'), ['Over budget: food by 0.55']);
});
`;

const TALLY = `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readEntries } from '../src/entries.js';
import { renderReport } from '../src/report.js';
import { renderWarnings } from '../src/warnings.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { budgets: { type: 'string' } },
});
const file = positionals[0];
if (file === undefined) {
  console.error('Usage: tally <file> [--budgets <file>]');
  process.exit(2);
}
const entries = readEntries(readFileSync(file, 'utf8'));
console.log(renderReport(entries));
if (values.budgets !== undefined) {
  for (const warning of renderWarnings(entries, readFileSync(values.budgets, 'utf8'))) console.log(warning);
}
`;

const README_MORE = `
## Budgets

    node bin/tally.js example.txt --budgets budgets.txt

prints a warning for every category that is over its budget. Each line of the budgets file is a category and an
amount.
`;
