/** A worker that holds a slot. */
export type Holder = {
  agentId: string;
  /** Its task waits for someone else, its turn is over and nothing is in line for it: its session may be paused. */
  canYield: boolean;
  /** It has been asked to stop and has not yet: its slot will be free soon. */
  leaving: boolean;
  /** Since when it could; the longest goes first. */
  since: Date;
};

/** A task that wants a slot. */
export type Waiting = {
  taskId: string;
  /** Work that was begun goes before work that was not. */
  begun: boolean;
  priority: number;
  queuedAt: Date;
};

export type Admission = { admit: string[]; yield: string[]; wait: string[] };

/**
 * Who gets the free slots: begun work first, then by priority, then first come. When there are too few, workers
 * that only wait are asked to give theirs up; a slot is given only once it is free, so the limit always holds.
 */
export function admit(input: {
  slots: number;
  holders: readonly Holder[];
  line: readonly Waiting[];
}): Admission {
  const line = [...input.line].sort(byTurn);
  const free = Math.max(0, input.slots - input.holders.length);
  const admitted = line.slice(0, free);
  const wait = line.slice(free);
  const leaving = input.holders.filter((holder) => holder.leaving).length;
  const yielding = input.holders
    .filter((holder) => holder.canYield && !holder.leaving)
    .sort((a, b) => a.since.getTime() - b.since.getTime() || compare(a.agentId, b.agentId))
    .slice(0, Math.max(0, wait.length - leaving));
  return {
    admit: admitted.map((task) => task.taskId),
    yield: yielding.map((holder) => holder.agentId),
    wait: wait.map((task) => task.taskId),
  };
}

function byTurn(a: Waiting, b: Waiting): number {
  return (
    Number(b.begun) - Number(a.begun) ||
    b.priority - a.priority ||
    a.queuedAt.getTime() - b.queuedAt.getTime() ||
    compare(a.taskId, b.taskId)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
