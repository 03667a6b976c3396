import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Change } from './affects';
import { createBoardPatcher } from './createBoardPatcher';
import { mergeCards } from './mergeCards';

const card = (id: string, parentId: string | null, position: number, title = id) => ({
  id,
  parentId,
  position,
  title,
  priority: 0,
});
const change = (epicId: string | null): Change => ({
  kind: 'task.state',
  projectId: 'p1',
  epicId,
  taskId: 't',
  agentId: null,
});
const queryKey = [['board', 'cards'], { input: { projectId: 'p1' } }];
const query = { queryKey, queryHash: 'board' };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

it('replaces the cards of one epic and keeps the others as they are', () => {
  const other = card('b', null, 2);
  const merged = mergeCards([card('a', null, 0), card('a1', 'a', 1), other], 'a', [
    card('a', null, 0, 'new title'),
    card('a2', 'a', 3),
  ]);
  expect(merged.map(({ id }) => id)).toEqual(['a', 'b', 'a2']);
  expect(merged[0]?.title).toBe('new title');
  expect(merged[1]).toBe(other);
});

it('moves no card past one of another epic with the same numbers', () => {
  const board = [card('a1', 'a', 1), card('b1', 'b', 1), card('c1', 'c', 1)];
  const merged = mergeCards(board, 'a', [card('a1', 'a', 1, 'new title')]);
  expect(merged.map(({ id }) => id)).toEqual(['a1', 'b1', 'c1']);
});

it('reads the changed epic only, and once more for what changed meanwhile', async () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, [card('a', null, 0), card('b', null, 1)]);
  const gates: (() => void)[] = [];
  const asked: string[] = [];
  const patch = createBoardPatcher(queries, (epicId) => {
    asked.push(epicId);
    return new Promise((resolve) => gates.push(() => resolve([])));
  });
  expect(patch(query, [change('a')])).toBe(true);
  for (let n = 0; n < 100; n++) patch(query, [change('a')]);
  expect(asked).toEqual(['a']);
  gates.shift()?.();
  await settle();
  expect(asked).toEqual(['a', 'a']);
  gates.shift()?.();
  await settle();
  expect(asked).toEqual(['a', 'a']);
  expect(queries.getQueryData(queryKey)).toEqual([card('b', null, 1)]);
});

it('leaves alone what it cannot do, and asks for everything when it failed', async () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, []);
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const patch = createBoardPatcher(queries, () => Promise.reject(new Error('gone')));
  expect(patch(query, [change(null)])).toBe(false);
  expect(patch(query, ['a', 'b', 'c', 'd'].map(change))).toBe(false);
  expect(patch({ queryKey: [['task', 'list']], queryHash: 'other' }, [change('a')])).toBe(false);
  expect(patch(query, [change('a')])).toBe(true);
  await settle();
  expect(invalidate).toHaveBeenCalledWith({ queryKey, exact: true });
});
