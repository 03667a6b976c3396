import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { type MergeWorld, makeMergeWorld } from './world';

let world: MergeWorld;
afterEach(() => world?.close());

it.each([
  'built',
  'journalled',
  'tested',
  'test journalled',
  'about to land',
  'between branch and checkout',
  'landed',
  'finished',
])('a server killed when it had “%s” is taken over with the same end', async (step) => {
  world = await makeMergeWorld({ settings: { merge: { batchSize: 2 } } });
  const { db, epic, homeDir, deps } = world;
  const a = await world.approved('A', { 'a.txt': 'a\n' });
  const b = await world.approved('B', { 'b.txt': 'b\n' });
  const loser = await world.approved('Loser', { 'a.txt': 'other\n' });
  const bystander = await world.submitted('Bystander', { 'b.txt': 'bystander\n' });
  await db.store.write((tx) => updateProject(tx, world.project.id, { testCommand: 'test -e a.txt' }));
  const script = path.resolve('tests/integration/merge/crash_child.ts');
  const child = await world.git.run(
    process.execPath,
    ['--import', 'tsx', script, db.file, homeDir, epic.id, step],
    { timeoutMs: 60_000 },
  );
  expect(child.signal).toBe('SIGKILL');

  expect(await advanceMergeQueue(deps, { epicId: epic.id })).toEqual({ kind: 'done' });

  expect(await world.files(epic.branchName)).toEqual(['README.md', 'a.txt', 'b.txt']);
  expect(await world.git.git(world.repo, 'show', `${epic.branchName}:a.txt`)).toBe('a');
  const merges = await world.git.git(
    world.repo,
    'log',
    '--first-parent',
    '--merges',
    '--format=%P',
    epic.branchName,
  );
  // Each head is merged exactly once.
  const heads = merges.split('\n').map((parents) => parents.split(' ')[1]);
  const rows = await listMerges(db.store, { epicId: epic.id });
  expect(rows.map(({ state }) => state)).toEqual(['LANDED', 'LANDED', 'CONFLICT']);
  expect(heads.sort()).toEqual(
    rows
      .slice(0, 2)
      .map(({ approvedSha }) => approvedSha)
      .sort(),
  );
  for (const piece of [a, b]) expect(await world.stateOf(piece)).toBe('COMPLETED');
  for (const piece of [loser, bystander]) expect(await world.stateOf(piece)).toBe('BLOCKED');
  const asked = (await world.mails('rebase_request')).map(({ toAgentId }) => toAgentId);
  expect(asked.sort()).toEqual([loser.workerId, bystander.workerId].sort());
  expect(await world.mails('landed')).toHaveLength(1);
  expect(await world.git.git(epic.worktreePath, 'status', '--porcelain')).toBe('');
  expect(existsSync(path.join(epic.worktreePath, 'b.txt'))).toBe(true);
});
