import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { callOf, openMcpWorld, withClient } from '../integration/mcp/world';
import { addTestTask } from '../support/store';
import { type Figure, figure, percentile, timed } from './figure';

const SUBTASKS = 1000;
const ASKS = 100;
const WARM_UP = 20;
/** An agent thinks between two calls; without a pause the log of one call would be timed with the next. */
const PAUSE_MS = 10;

/** An agent's `task.list` over MCP with 1,000 subtasks, logged like every call, against the bare rows of that page. */
export async function benchTools(): Promise<Figure[]> {
  const world = await openMcpWorld();
  try {
    const { epic, supervisor } = await world.makeEpic();
    await world.store.write(async (tx) => {
      for (let n = 0; n < SUBTASKS; n++) {
        await addTestTask(tx, { projectId: world.project.id, parentId: epic.id, title: `Subtask ${n}` });
      }
    });
    const db = new Database(world.databaseFile, { readonly: true });
    const select = db.prepare('SELECT * FROM "Task" WHERE "parentId" = ? ORDER BY "position" LIMIT 100');
    const ours: number[] = [];
    const bare: number[] = [];
    const busy: number[] = [];
    await withClient(world.url, 'task', supervisor.token, async (client) => {
      for (let n = 0; n < WARM_UP; n++) await callOf(client, 'task.list', {});
      // In turns, so that a busy moment of the machine falls on both.
      for (let n = 0; n < ASKS; n++) {
        await setTimeout(PAUSE_MS);
        const before = process.cpuUsage();
        ours.push(await timed(() => callOf(client, 'task.list', {})));
        const { user, system } = process.cpuUsage(before);
        busy.push((user + system) / 1000);
        bare.push(await timed(async () => select.all(epic.id)));
      }
    });
    db.close();
    return [
      figure({
        name: `MCP task.list, 100 of ${SUBTASKS} subtasks, p95 over HTTP`,
        unit: 'ms',
        value: percentile(ours, 0.95),
        floor: percentile(bare, 0.95),
        floorOf: 'the same rows by a bare indexed query',
        goal: 'at most 20 ms more',
      }),
      figure({
        name: 'of that, processor time of server and client, p95: what a busy machine does not change',
        unit: 'ms',
        value: percentile(busy, 0.95),
        floor: percentile(bare, 0.95),
        floorOf: 'the same rows by a bare indexed query',
      }),
    ];
  } finally {
    await world.close();
  }
}
