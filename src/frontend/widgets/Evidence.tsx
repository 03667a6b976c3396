import type { Card } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { cx } from '@/frontend/ui/cx';
import { stateInk, type VisualState } from '@/frontend/ui/state';

type Pull = NonNullable<Card['pullRequest']>;

const checks: Record<NonNullable<Pull['check']>, { state: VisualState; word: string }> = {
  PASSED: { state: 'done', word: 'tests passed' },
  FAILED: { state: 'failed', word: 'tests failed' },
  PENDING: { state: 'idle', word: 'tests running' },
  SKIPPED: { state: 'idle', word: 'no tests' },
};

/** What was done, in numbers: commits, size of the change, tests. */
export function Evidence({ pull, className }: { pull: Omit<Pull, 'state'>; className?: string }) {
  const check = pull.check === null ? null : checks[pull.check];
  return (
    <span className={cx('tabular', className)}>
      <span className="whitespace-nowrap">{plural(pull.commits, 'commit')}</span> <DiffSize {...pull} />{' '}
      {check === null ? null : (
        <span className={cx('whitespace-nowrap', stateInk[check.state])}>{check.word}</span>
      )}
    </span>
  );
}

/** `+340 −28`, green and red with their signs. */
export function DiffSize({ additions, deletions }: { additions: number; deletions: number }) {
  return (
    <span className="tabular whitespace-nowrap">
      <span className="text-done">+{additions.toLocaleString('en')}</span>{' '}
      <span className="text-failed">−{deletions.toLocaleString('en')}</span>
    </span>
  );
}
