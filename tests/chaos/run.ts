import { parseArgs } from 'node:util';
import { FAULT_KINDS } from './plan';
import { runSeed, type SeedResult } from './run_seed';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    epics: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const epics = Number(values.epics);
const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? first + Number(values.seeds) - 1 : first;
const say = (line: string) => process.stderr.write(`${line}\n`);

if (process.platform !== 'linux') {
  say('CHAOS WAS SKIPPED: it reads /proc and runs on Linux only.');
  process.exit(0);
}
if (process.getuid?.() !== 0) {
  say('THE FULL DISK IS SKIPPED: only root may mount a small one here.');
}
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
const results: SeedResult[] = [];
for (let seed = first; seed <= last && !stopping.signal.aborted; seed++) {
  say(`seed ${seed}`);
  const result = await runSeed({ seed, epics, keep: values.keep, say, signal: stopping.signal });
  if (stopping.signal.aborted) break;
  results.push(result);
  if (result.violations.length > 0) {
    say(`seed ${seed} FAILED: ${result.violations.length} violations; its folder is kept: ${result.kept}`);
    say(`  replay: npm run chaos -- --seed ${seed} --epics ${epics}`);
  } else {
    say(`seed ${seed} is fine (${result.seconds} s)`);
  }
}
const summary = summarize(results);
// Whatever was under way when it was stopped waits for nobody any more.
const text = values.json ? JSON.stringify({ ...summary, results }) : describe(summary);
process.stdout.write(`${text}\n`, () =>
  process.exit(summary.violations === 0 && !stopping.signal.aborted ? 0 : 1),
);

function summarize(all: readonly SeedResult[]) {
  const sum = (pick: (result: SeedResult) => number) => all.reduce((total, one) => total + pick(one), 0);
  return {
    seeds: all.length,
    failed: all.filter((one) => one.violations.length > 0).map((one) => one.seed),
    violations: sum((one) => one.violations.length),
    epics: sum((one) => one.epics),
    subtasks: sum((one) => one.subtasks),
    deliveries: sum((one) => one.deliveries),
    commits: sum((one) => one.commits),
    faults: Object.fromEntries(FAULT_KINDS.map((kind) => [kind, sum((one) => one.faults[kind] ?? 0)])),
    idle: sum((one) => one.idle),
    seconds: Math.round(sum((one) => one.seconds)),
  };
}

function describe(all: ReturnType<typeof summarize>): string {
  return [
    `${all.seeds} seeds, ${all.violations} violations${all.failed.length === 0 ? '' : ` (seeds ${all.failed.join(', ')})`}`,
    `${all.epics} epics, ${all.subtasks} subtasks, ${all.commits} commits, ${all.deliveries} deliveries, ${all.seconds} s`,
    ...Object.entries(all.faults).map(([kind, times]) => `  ${kind}: ${times}`),
  ].join('\n');
}
