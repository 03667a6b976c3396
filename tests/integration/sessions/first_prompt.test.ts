import { expect, it } from 'vitest';
import { composeFirstPrompt } from '@/backend/agents/prompt/compose_first_prompt';
import { addTestProject, addTestTask, openTestStore } from '../../support/store';

it('gives the design document of an epic to every agent of it', async () => {
  const test = await openTestStore();
  try {
    const { epic, subtask } = await test.store.write(async (tx) => {
      const { id: projectId } = await addTestProject(tx);
      const epic = await addTestTask(tx, { projectId, designDoc: 'Amounts are integers.' });
      return { epic, subtask: await addTestTask(tx, { projectId, parentId: epic.id }) };
    });
    const deps = { store: test.store, rootDir: process.cwd() };
    const supervisor = await composeFirstPrompt(deps, { taskId: epic.id, role: 'SUPERVISOR' });
    const worker = await composeFirstPrompt(deps, { taskId: subtask.id, role: 'WORKER' });
    expect(supervisor).toMatch(/<<<design-[0-9a-f]+\nAmounts are integers\.\n/);
    expect(worker).toMatch(/<<<design-[0-9a-f]+\nAmounts are integers\.\n/);
  } finally {
    await test.close();
  }
});
