import { listMail, markMail } from '@/backend/resource_accessors/mail.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { MailKind } from '@/shared/mail';

const NEWS: readonly string[] = ['submission', 'completion'] satisfies MailKind[];
const MOST = 200;

/** That work is ready was news to the human until it was merged, sent back or given up: then nothing is left to do about it. */
export async function putAwayNews(tx: Tx, taskId: string): Promise<void> {
  const mails = await listMail(tx, { taskId, toParty: 'HUMAN', archived: false, limit: MOST });
  for (const { id, kind } of mails) {
    if (NEWS.includes(kind)) await markMail(tx, id, { read: true, archived: true });
  }
}
