import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { Reconciler } from '@/backend/services/reconciler/start_reconciler';
import { createEpic } from '@/backend/services/task/create_epic';
import { deleteTask } from '@/backend/services/task/delete_task';
import { startFactory } from '../../support/reconciler/start_factory';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { addTestProject } from '../../support/store';
import { waitFor } from '../../support/wait_for';
import { pidIn } from './world';

let world: SessionWorld;
let factory: Reconciler;
afterEach(async () => {
  await world?.deps.commands.stop();
  await factory?.stop();
  await world?.cleanup();
});

it('the commands of one project that hang keep no other project waiting', async () => {
  world = await startSessionWorld();
  const { deps, git } = world;
  const add = async (name: string, setupCommand: string) => {
    const repo = await git.makeRepo({ name });
    return deps.store.write(async (tx) => {
      const { id } = await addTestProject(tx, repo);
      return updateProject(tx, id, { setupCommand });
    });
  };
  const begin = (projectId: string) => createEpic(deps, { projectId, parentId: null, title: 'Begin' });
  const hangs = (n: number) => path.join(deps.home.dir, `pid${n}`);
  const slow = await add(
    'slow',
    `echo $$ > ${deps.home.dir}/pid$(ls ${deps.home.dir}/begun* 2>/dev/null | wc -l); touch ${deps.home.dir}/begun$$; exec sleep 77776`,
  );
  const healthy = await add('healthy', 'true');
  factory = await startFactory(world);
  const stuck = [];
  for (let n = 0; n < 4; n++) {
    stuck.push(await begin(slow.id));
    await pidIn(hangs(n));
  }
  const waiting = await begin(slow.id);
  const fine = await begin(healthy.id);
  await waitFor('the healthy one', async () => (await getTask(deps.store, fine.id)).preparedAt !== null);
  expect((await getTask(deps.store, waiting.id)).preparedAt).toBeNull();
  // One of them given up makes room for the next of its project.
  await deleteTask(deps, { taskId: stuck[0]?.id ?? '' });
  await pidIn(hangs(4));
});
