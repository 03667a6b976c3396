import { describe, expect, it } from 'vitest';
import { affects, type Change } from './affects';

const change = (over: Partial<Change> = {}): Change => ({
  kind: 'task.state',
  projectId: 'p1',
  epicId: 'e1',
  taskId: 't1',
  agentId: null,
  ...over,
});
const key = (path: string[], input?: unknown) => [path, { input, type: 'query' }];

describe('what an event refreshes', () => {
  it.each([
    ['its own noun', change(), key(['task', 'list'], {}), true],
    ['a router it does not touch', change(), key(['decision', 'list'], {}), false],
    ['a router nobody listed', change(), key(['weather', 'today'], {}), true],
    ['the event stream itself', change(), key(['events', 'since'], {}), false],
    ['a query with no input', change(), [['board', 'get']], true],
    ['the same project', change(), key(['board', 'get'], { projectId: 'p1' }), true],
    ['another project', change(), key(['board', 'get'], { projectId: 'p2' }), false],
    ['the epic of a changed subtask', change(), key(['task', 'get'], { taskId: 'e1' }), true],
    ['another task', change(), key(['task', 'get'], { taskId: 't2' }), false],
    ['a query by slug, which cannot be compared', change(), key(['project', 'get'], { slug: 'x' }), false],
    [
      'everything, for an event of the whole system',
      change({ kind: 'condition.changed', projectId: null, epicId: null, taskId: null }),
      key(['board', 'get'], { projectId: 'p2' }),
      true,
    ],
    ['a key that is not ours', change(), ['other'], false],
  ])('%s', (_, event, queryKey, expected) => expect(affects(event, queryKey)).toBe(expected));
});
