type Letter = { id: string; kind: string; taskId: string | null };

/**
 * "Ready for you" and "has failed" are said by the rows of the review and the task themselves, and are over once a newer
 * mail says how it ended. The mail box keeps them all. `mails` come with the newest first.
 */
export function isOldNews(mail: Letter, mails: readonly Letter[], shown: ReadonlySet<string>): boolean {
  if (!['completion', 'failure'].includes(mail.kind) || mail.taskId === null) return false;
  if (shown.has(`${mail.kind}:${mail.taskId}`)) return true;
  return mails.find((each) => each.kind === mail.kind && each.taskId === mail.taskId)?.id !== mail.id;
}
