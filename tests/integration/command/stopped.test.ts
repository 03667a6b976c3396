import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { isRunning } from '@/backend/clients/process/is_running';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { createEpic } from '@/backend/services/task/create_epic';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { startServer, type TestServer, temporaryHome } from '../../support/server';
import { addTestProject } from '../../support/store';
import { pidIn } from './world';

let git: GitWorld;
let server: TestServer;
const home = temporaryHome();
const paths = layOutHome(path.join(home, 'factory'));
afterEach(async () => {
  await server?.stop();
  await git?.cleanup();
  await git.run('rm', ['-rf', home]);
});

it('ends with the server that is told to stop, is no failure, and is run again by the next', async () => {
  git = await makeGitWorld();
  const file = path.join(home, 'pid');
  const start = () =>
    startServer({
      home,
      command: [process.execPath, '--import', 'tsx', 'src/server.ts'],
      args: ['--role', 'daemon'],
      env: git.env,
    });
  server = await start();
  const store = await openStore({ file: paths.database, clock: () => new Date() });
  const repo = await git.makeRepo();
  const project = await store.write(async (tx) => {
    const { id } = await addTestProject(tx, repo);
    return updateProject(tx, id, { setupCommand: `trap '' TERM; sleep 77775 & echo $! > ${file}; wait` });
  });
  await createEpic({ store, newId, home: paths }, { projectId: project.id, parentId: null, title: 'Wait' });
  const first = await pidIn(file);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(isRunning(first)).toBe(false);
  expect(await listConditions(store, { status: true })).toEqual([]);
  server = await start();
  const second = await pidIn(file);
  server.child.kill('SIGKILL');
  await server.exited;
  expect(isRunning(second)).toBe(true);
  server = await start();
  const third = await pidIn(file);
  expect([first, second, third].map((pid) => isRunning(pid))).toEqual([false, false, true]);
  await store.close();
});
