export type GraphTask = { id: string; dependsOn: readonly string[] };
export type Place = { id: string; x: number; y: number };

/** A box for titles of one line, and one for titles of two. */
export const NODE = { width: 220, height: 52, tall: 72 } as const;
const GAP = { x: 48, y: 16 } as const;

/** Left to right by the longest way to a task, in the given order from the top. A cycle cannot trap it. */
export function layoutGraph(tasks: readonly GraphTask[], height: number = NODE.height): Place[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const depths = new Map<string, number>();
  function depthOf(id: string, trail: ReadonlySet<string>): number {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const before = (byId.get(id)?.dependsOn ?? []).filter((other) => byId.has(other) && !trail.has(other));
    const inner = new Set([...trail, id]);
    const depth = Math.max(-1, ...before.map((other) => depthOf(other, inner))) + 1;
    depths.set(id, depth);
    return depth;
  }
  const rows = new Map<number, number>();
  return tasks.map(({ id }) => {
    const column = depthOf(id, new Set([id]));
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { id, x: column * (NODE.width + GAP.x), y: row * (height + GAP.y) };
  });
}
