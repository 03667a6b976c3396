import type { InboxItem } from '@/frontend/api/outputs';
import { paths } from '@/frontend/shell/paths';

/** Where a row leads. */
export function hrefOf(item: InboxItem): string {
  const { slug } = item.project;
  switch (item.kind) {
    case 'review':
      return paths.review(slug, item.number);
    case 'mail':
      return paths.thread(slug, item.threadId);
    default:
      if (item.task === null) return paths.board(slug);
      return item.task.isEpic ? paths.epic(slug, item.task.id) : paths.task(slug, item.task.id);
  }
}
