import type { TaskDescription } from '@/backend/services/task/describe_task';

/** A task as a model reads it: the facts first, then what the human or the supervisor wrote. */
export function sayTask({ task, testCommand, family, waitsFor, neededBy }: TaskDescription): string {
  const nameOf = (id: string) => {
    const row = family.find((one) => one.id === id);
    return row === undefined ? id : `${id} “${row.title}” (${row.state})`;
  };
  const kind = task.parentId !== null ? 'Subtask' : task.quick ? 'Task' : 'Epic';
  const lines = [
    `${kind} ${task.id}: ${task.title}`,
    `State: ${task.state}${task.stateReason === null ? '' : ` because: ${task.stateReason}`}`,
    `Branch: ${task.branchName}, from ${task.baseBranch}`,
    `Worktree: ${task.worktreePath}`,
    `Tests: ${testCommand ?? 'no test command is configured for this project'}`,
  ];
  if (task.planApproval === 'WAITING') lines.push('Plan: waits for the approval of the human');
  if (waitsFor.length > 0) lines.push(`Waits for: ${waitsFor.map(nameOf).join(', ')}`);
  if (neededBy.length > 0) lines.push(`Needed by: ${neededBy.map(nameOf).join(', ')}`);
  for (const [title, text] of [
    ['Description', task.description],
    ['Acceptance criteria', task.acceptanceCriteria],
    ['Design notes', task.designDoc],
  ]) {
    if (text !== '') lines.push(`\n## ${title}\n\n${text}`);
  }
  return lines.join('\n');
}

/** The subtasks of an epic, one a line. */
export function sayFamily({ family }: TaskDescription, ownTaskId: string | null): string {
  if (family.length === 0) return '';
  const lines = family.map(
    (row) => `- ${row.id} ${row.state} “${row.title}”${row.id === ownTaskId ? ' (yours)' : ''}`,
  );
  return `\n\n## Subtasks\n\n${lines.join('\n')}`;
}
