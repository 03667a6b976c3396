import type { Card } from '@/frontend/api/outputs';
import { describeLeftOut, findLeftOut } from '@/shared/left_out';
import { describeStart } from './describeStart';

/** What happens next in an epic, in the order in which it will. Says whose move it is. */
export function describeNext(
  epic: Card,
  subtasks: readonly Card[],
  /** An agent cannot start its program: nothing else will happen there. */
  programMissing: boolean,
): string[] {
  if (epic.state === 'COMPLETED') return ['Nothing: the epic is done.'];
  if (epic.state === 'CANCELLED') return ['Nothing: the epic was cancelled.'];
  if (epic.state === 'FAILED') return ['You: retry it, cancel it, or delete it.'];
  if (epic.paused) return ['Paused. Resume it and everything goes on from where it was.'];
  if (epic.state === 'REVIEW')
    return [
      describeLeftOut(findLeftOut(subtasks)) ?? [],
      'You: review the final pull request, then approve and merge or ask for changes.',
    ].flat();
  const help = 'You: do what is said above. Agents that wait for it try again every few minutes.';
  if (programMissing && subtasks.length === 0) return [help];
  if (epic.quick) return ['The worker finishes and opens a pull request for you to review.'];
  if (subtasks.length === 0) return ['The supervisor reads the epic and breaks it down into subtasks.'];
  if (epic.planApproval === 'WAITING') return ['You: approve the plan. No worker starts before that.'];
  const lines: string[] = programMissing ? [help] : [];
  const name = (card: Card) => `“${card.title}”`;
  for (const card of subtasks) {
    if (card.nextOwner === 'human') lines.push(`You: ${name(card)} — ${card.words}.`);
    else if (card.merge !== null) lines.push(`${name(card)} is in the merge queue: tested, then landed.`);
    else if (card.state === 'REVIEW')
      lines.push(`The supervisor reviews ${name(card)}; approved, it goes to the merge queue.`);
  }
  const open = subtasks.filter((card) => card.column !== 'done' && card.state !== 'FAILED');
  for (const card of open.filter((each) => each.state === 'PENDING')) {
    lines.push(`${name(card)} ${describeStart(card, subtasks)}`);
  }
  if (open.length === 0) lines.push('The supervisor opens the final pull request; you review it.');
  return lines.length === 0
    ? ['The workers go on; each submits its work to the supervisor.']
    : lines.slice(0, 6);
}
