import { expect, it } from 'vitest';
import { describeNext } from './describeNext';

type Epic = Parameters<typeof describeNext>[0];
const agents = {
  subtasks: { total: 0, done: 0 },
  dependsOn: [],
  agent: null,
  pullRequest: null,
  merge: null,
};
const calm: Epic = {
  ...agents,
  id: 'e',
  projectId: 'p',
  parentId: null,
  title: 'Count',
  state: 'REVIEW',
  stateReason: null,
  stateSince: new Date(0),
  priority: 0,
  position: 0,
  quick: false,
  paused: false,
  dropped: false,
  planApproval: 'NOT_ASKED',
  column: 'review',
  nextOwner: 'human',
  words: 'waiting for your review',
  costUsd: 0,
  tokens: 0,
};
const part = (some: Partial<Epic>): Epic => ({ ...calm, parentId: 'e', column: 'done', ...some });
const REVIEW = 'You: review the final pull request, then approve and merge or ask for changes.';

it('says what is not in the pull request before it asks for a merge', () => {
  const added = part({ title: 'Add', state: 'COMPLETED' });
  expect(describeNext(calm, [added], false)).toEqual([REVIEW]);
  expect(
    describeNext(calm, [added, part({ title: 'Root', state: 'CANCELLED', dropped: true })], false),
  ).toEqual([REVIEW]);
  expect(
    describeNext(calm, [added, part({ title: 'Divide', state: 'FAILED', column: 'blocked' })], false),
  ).toEqual(['1 of 2 subtasks failed: “Divide”. It is not in this.', REVIEW]);
});
