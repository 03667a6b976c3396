import type { ScenarioSubtask } from '@/shared/scenario';

/** Gives both sides of every `conflictsWith` a line of their own at the same place of one file. */
export function withConflicts(subtasks: readonly ScenarioSubtask[]): ScenarioSubtask[] {
  const pairs = subtasks.flatMap((subtask) =>
    subtask.conflictsWith === undefined ? [] : [[subtask.key, subtask.conflictsWith] as const],
  );
  return subtasks.map((subtask) => {
    const mine = pairs.filter((pair) => pair.includes(subtask.key));
    const writes = mine.map(([later, earlier]) => ({
      do: 'write' as const,
      path: `notes/agreed-${earlier}-${later}.md`,
      content: `# Agreed\n\n- ${subtask.title}\n`,
    }));
    return { ...subtask, steps: [...writes, ...subtask.steps] };
  });
}
