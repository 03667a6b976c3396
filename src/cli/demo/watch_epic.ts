import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '@/backend/services/deps';
import { paint, paintState } from '../print';

/** Tells what becomes of an epic, line by line, until it is where the caller wants it or the signal ends it. */
export async function watchEpic(
  deps: Pick<Deps, 'store' | 'clock'>,
  input: {
    epicId: string;
    signal: AbortSignal;
    isDone: (epic: Task) => boolean;
    print: (line: string) => void;
  },
): Promise<Task | null> {
  const began = deps.clock().getTime();
  const known = new Map<string, string>();
  const tell = (task: Task) => {
    if (known.get(task.id) === task.state) return;
    known.set(task.id, task.state);
    const at = `${((deps.clock().getTime() - began) / 1000).toFixed(1)} s`.padStart(8);
    const why = task.stateReason === null ? '' : paint('gray', ` (${task.stateReason.split('\n')[0]})`);
    const indent = task.parentId === null ? '' : '  ';
    input.print(`${paint('gray', at)}  ${indent}${task.title}: ${paintState(task.state)}${why}`);
  };
  const look = async (): Promise<Task | null> => {
    const [epics, subtasks] = await Promise.all([
      listTasks(deps.store, { parentId: null, limit: 100 }),
      listTasks(deps.store, { parentId: input.epicId, limit: 1000 }),
    ]);
    const epic = epics.find((task) => task.id === input.epicId) ?? null;
    for (const task of [...subtasks].reverse()) tell(task);
    if (epic !== null) tell(epic);
    return epic !== null && input.isDone(epic) ? epic : null;
  };
  const from = deps.store.tail.last();
  const first = await look();
  if (first !== null) return first;
  for await (const event of deps.store.tail.follow(from, input.signal)) {
    if (event.kind !== 'task.state' && event.kind !== 'task.created') continue;
    const epic = await look();
    if (epic !== null) return epic;
  }
  return null;
}
