import { expect, test } from 'vitest';
import { describeStart } from './describeStart';

const card = (id: string, state: 'PENDING' | 'COMPLETED', ...dependsOn: string[]) => ({
  id,
  title: id,
  state,
  dependsOn,
});

test('only what is not done yet is waited for', () => {
  const cards = [card('map', 'COMPLETED'), card('lamps', 'PENDING'), card('bridge', 'PENDING')];
  expect(describeStart(card('market', 'PENDING', 'map', 'lamps', 'bridge'), cards)).toBe(
    'starts after “lamps” and “bridge”.',
  );
  expect(describeStart(card('market', 'PENDING', 'map'), cards)).toBe('starts when a worker is free.');
});
