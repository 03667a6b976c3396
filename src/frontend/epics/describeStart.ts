import type { Card } from '@/frontend/api/outputs';

type Waiting = Pick<Card, 'id' | 'title' | 'state' | 'dependsOn'>;

/** What has to happen before a task that waits begins. */
export function describeStart(card: Waiting, subtasks: readonly Waiting[]): string {
  const waits = card.dependsOn
    .flatMap((id) => subtasks.filter((other) => other.id === id))
    .filter((other) => other.state !== 'COMPLETED')
    .map((other) => `“${other.title}”`);
  return waits.length === 0 ? 'starts when a worker is free.' : `starts after ${waits.join(' and ')}.`;
}
