// One of several processes that move the same tasks at random. Prints what it did as one JSON line.
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { TaskState } from '@/shared/task';

const [file, ids, rounds] = z.tuple([z.string(), z.string(), z.coerce.number()]).parse(process.argv.slice(2));
const taskIds = z.array(z.string()).parse(JSON.parse(ids));
const store = await openStore({ file, clock: () => new Date() });
const done = { moved: 0, refused: 0, failed: [] as string[] };
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

for (let n = 0; n < rounds; n++) {
  const id = pick(taskIds) ?? '';
  const to = pick(TaskState.options) ?? 'PENDING';
  try {
    const moved = await store.write(async (tx) => {
      const before = await tx.client.task.findUniqueOrThrow({ where: { id } });
      await transitionTask(tx, { id, to, actor: 'human' });
      return before.state !== to;
    });
    if (moved) done.moved++;
  } catch (error) {
    if (error instanceof FactoryError && error.code === 'WRONG_STATE') done.refused++;
    else done.failed.push(String(error));
  }
}
await store.close();
console.log(JSON.stringify(done));
