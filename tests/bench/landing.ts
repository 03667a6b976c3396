import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { type MergeWorld, makeMergeWorld, type Piece } from '../integration/merge/world';
import { type Figure, figure, percentile, timed } from './figure';

const WARM_UP = 3;
const LANDINGS = 20;

/**
 * One approved task onto its epic's branch, from the row in the queue to the row that says it landed. By hand that is
 * three commands; ours also verifies, journals each step and brings the supervisor's checkout along.
 */
export async function benchLanding(): Promise<Figure[]> {
  const world = await makeMergeWorld({ files: someFiles() });
  try {
    await world.git.git(world.repo, 'branch', 'by-hand', world.epic.branchName);
    const ours: number[] = [];
    const raw: number[] = [];
    for (let n = 0; n < WARM_UP + LANDINGS; n++) {
      const piece = await world.approved(`Piece ${n}`, { [`src/new_${n}.txt`]: `${n}\n` });
      // In turns, so that a busy moment of the machine falls on both.
      const byHand = await timed(() => landByHand(world, piece));
      const byQueue = await timed(() => advanceMergeQueue(world.deps, { epicId: world.epic.id }));
      if ((await world.stateOf(piece)) !== 'COMPLETED') throw new Error('a task did not land');
      if (n < WARM_UP) continue;
      raw.push(byHand);
      ours.push(byQueue);
    }
    return [
      figure({
        name: 'one approved task landed by the merge queue, median, without tests',
        unit: 'ms',
        value: percentile(ours, 0.5),
        floor: percentile(raw, 0.5),
        floorOf: 'git merge-tree, commit-tree and update-ref by hand',
        goal: '≤ 2×',
      }),
    ];
  } finally {
    await world.close();
  }
}

async function landByHand({ git, repo }: MergeWorld, { task }: Piece): Promise<void> {
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await git.run('git', args, { cwd: repo });
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const tree = await run('merge-tree', '--write-tree', 'by-hand', task.branchName);
  const parents = ['-p', 'by-hand', '-p', task.branchName];
  const commit = await run('commit-tree', tree, ...parents, '-m', 'By hand');
  await run('update-ref', 'refs/heads/by-hand', commit);
}

function someFiles(): Record<string, string> {
  const names = Array.from({ length: 200 }, (_, n) => `src/part_${n % 20}/file_${n}.txt`);
  return Object.fromEntries(names.map((name) => [name, `${name}\n`.repeat(20)]));
}
