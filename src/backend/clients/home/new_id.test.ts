import { expect, it } from 'vitest';
import { Id } from '@/shared/id';
import { newId } from './new_id';

it('makes ids whose first eight characters do not collide', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids) expect(Id.safeParse(id).success).toBe(true);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
});
