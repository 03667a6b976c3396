import { expect, test } from 'vitest';
import { layoutGraph } from './layoutGraph';

test('a task stands right of everything it waits for', () => {
  const places = new Map(
    layoutGraph([
      { id: 'schema', dependsOn: [] },
      { id: 'api', dependsOn: ['schema'] },
      { id: 'ui', dependsOn: ['schema'] },
      { id: 'e2e', dependsOn: ['schema', 'api', 'ui'] },
    ]).map((place) => [place.id, place]),
  );
  expect(places.get('api')?.x).toBe(places.get('ui')?.x);
  expect(places.get('api')?.y).not.toBe(places.get('ui')?.y);
  expect(places.get('e2e')?.x).toBeGreaterThan(places.get('ui')?.x ?? 0);
});

test('a cycle and a missing task do not trap it', () => {
  const places = layoutGraph([
    { id: 'a', dependsOn: ['b', 'gone'] },
    { id: 'b', dependsOn: ['a'] },
  ]);
  expect(places).toHaveLength(2);
});
