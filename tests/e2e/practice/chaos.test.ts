import { expect, it } from 'vitest';
import { runSeed } from '../../chaos/run_seed';

const SHORT = 15;

/** One seed of `npm run chaos`, which has as many as you like. */
it.skipIf(process.platform !== 'linux')(
  'an epic comes home though its factory is disturbed',
  { timeout: 300_000 },
  async () => {
    const story: string[] = [];
    const result = await runSeed({ seed: SHORT, epics: 1, say: (line) => story.push(line) });
    expect(result.violations, story.join('\n')).toEqual([]);
    expect(result.subtasks).toBeGreaterThanOrEqual(3);
  },
);
