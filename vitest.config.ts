import { defineConfig } from 'vitest/config';

// Unit tests may share the two cores; tests that start tmux, git or servers run one file at a time,
// because their timing is what they test.

/** How long a test waits for the world to be as it should: long, because only a failing test waits so long. */
const PATIENCE = { poll: { timeout: 60_000 } };

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          globalSetup: ['tests/support/leave_nothing.ts'],
          include: ['tests/integration/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          expect: PATIENCE,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['tests/support/leave_nothing.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          expect: PATIENCE,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
