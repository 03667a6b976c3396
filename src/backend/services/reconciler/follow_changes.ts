import { listLiveSubtasks } from '@/backend/resource_accessors/observe/read_tasks';
import type { Deps } from '../deps';
import { keyOf } from './key';
import { concernsAll, concernsSubtasks, keysOf } from './keys_of';
import type { createQueue } from './queue';
import type { Repeating } from './repeat_in_background';

type Listener = Pick<Deps, 'store'> &
  Pick<Repeating, 'inBackground'> & {
    queue: Pick<ReturnType<typeof createQueue>, 'wake' | 'forgive'>;
    /** While false, changes wake nobody. */
    hears(): boolean;
    sweep(): Promise<void>;
  };

/** Wakes whoever a change concerns, until the signal ends it. */
export async function followChanges(
  { store, queue, hears, sweep, inBackground }: Listener,
  input: { after: number; signal: AbortSignal },
): Promise<void> {
  for await (const event of store.tail.follow(input.after, input.signal)) {
    if (!hears()) continue;
    for (const key of keysOf(event)) queue.wake(key);
    if (event.payload.retried === true && event.taskId !== null) {
      for (const key of [keyOf.task(event.taskId), keyOf.worktree(event.taskId)]) queue.forgive(key);
    }
    if (concernsAll(event)) inBackground('the sweep', sweep);
    const epicId = concernsSubtasks(event);
    if (epicId !== null) {
      inBackground('looking at subtasks', async () => {
        for (const id of await listLiveSubtasks(store, epicId)) {
          queue.wake(keyOf.task(id));
          queue.wake(keyOf.worktree(id));
        }
      });
    }
  }
}
