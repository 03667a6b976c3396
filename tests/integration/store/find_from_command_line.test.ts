import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { ensureAgent } from '@/backend/resource_accessors/agent.accessor';
import { findKey } from '@/cli/find';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../../support/store';

const EPIC = 'd79m0fxvaaaaaaaaaaaaaaaa';
const SUBTASK = 'd79m1fxvaaaaaaaaaaaaaaaa';

let rows: TestStore;
let projectId: string;
let agentId: string;
beforeAll(async () => {
  rows = await openTestStore();
  agentId = newId();
  await rows.store.write(async (tx) => {
    projectId = (await addTestProject(tx, '/repos/shop')).id;
    await addTestTask(tx, { id: EPIC, projectId });
    await addTestTask(tx, { id: SUBTASK, projectId, parentId: EPIC });
    await ensureAgent(tx, {
      id: agentId,
      role: 'SUPERVISOR',
      provider: 'practice',
      model: null,
      permissionMode: 'auto',
      providerSessionId: newId(),
      tmuxName: 'supervisor-d79m0fxv',
      projectId,
      taskId: EPIC,
    });
  });
});
afterAll(() => rows.close());

it('takes the first characters of an id for each kind of key', async () => {
  const wanted = {
    'task:d79m0fxv': `task:${EPIC}`,
    [`task:${EPIC}`]: `task:${EPIC}`,
    'worktree:d79m1': `worktree:${SUBTASK}`,
    'merge:d79m0fxv': `merge:${EPIC}`,
    [`agent:${agentId.slice(0, 8)}`]: `agent:${agentId}`,
    'agent:supervisor-d79m0fxv': `agent:${agentId}`,
    [`project:${projectId.slice(0, 8)}`]: `project:${projectId}`,
    'project:shop': `project:${projectId}`,
    system: 'system',
  };
  for (const [written, key] of Object.entries(wanted)) expect(await findKey(rows, written)).toBe(key);
});

it.each([
  ['task:zzzz', 'There is no task whose id begins with “zzzz”. List them: npm run factory -- tasks'],
  ['worktree:zzzz', 'There is no task'],
  ['merge:zzzz', 'There is no task'],
  ['merge:d79m1', 'is a subtask; merges go by epics. Ask for its epic: merge:d79m0fxv'],
  ['agent:zzzz', 'There is no agent'],
  ['project:zzzz', 'There is no project'],
  ['task:d79m', '2 tasks begin with “d79m”. Give more of the id.'],
  ['d79m0fxv', '“d79m0fxv” is not a key.'],
])('refuses %s and says what to do', async (written, words) => {
  await expect(findKey(rows, written)).rejects.toMatchObject({ sentence: expect.stringContaining(words) });
});
