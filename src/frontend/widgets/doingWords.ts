import type { Card } from '@/frontend/api/outputs';

/** What is being done while a task is at work; else where it stands: the last call of one in review is no news. */
export function doingWords(card: Pick<Card, 'column' | 'agent' | 'words'>): string {
  const doing = card.column === 'working' ? card.agent?.doing : null;
  return doing ? `${doing.verb} ${doing.what}`.trim() : card.words;
}
