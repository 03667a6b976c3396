import type { Command } from 'commander';
import { dayAndTime } from '@/backend/domain/time/clock_time';
import { listMail, type Mail } from '@/backend/resource_accessors/mail.accessor';
import { listMailBox } from '@/backend/services/mail/list_mail_box';
import { markMails } from '@/backend/services/mail/mark_mails';
import { nameParties } from '@/backend/services/mail/name_parties';
import { replyMail } from '@/backend/services/mail/reply_mail';
import { sendHumanMail } from '@/backend/services/mail/send_mail';
import { MailBody, MailSubject } from '@/shared/mail';
import { findProject, findTask, pickById } from '../find';
import { type Factory, withFactory } from '../open_factory';
import { ago, paint, plain, printJson, printTable } from '../print';

type List = { project?: string; all?: boolean; unread?: boolean; json?: boolean };

export function addMail(program: Command): void {
  const mail = program.command('mail').description('your mail (list, read, reply, send)');
  mail
    .command('list', { isDefault: true })
    .description('what was written to you, newest first')
    .option('--project <project>', 'only of this one')
    .option('--all', "everybody's")
    .option('--unread', 'only what you have not read')
    .option('--json', 'as JSON')
    .action((options: List) => withFactory((factory) => list(factory, options)));
  mail
    .command('read')
    .argument('<mail>', 'its id, or the first characters of it')
    .action((word: string) => withFactory((factory) => read(factory, word)));
  mail
    .command('reply')
    .argument('<mail>', 'its id, or the first characters of it')
    .argument('<text>', 'what you answer')
    .action((word: string, text: string) =>
      withFactory(async ({ deps }) => {
        const { id } = await findMail(deps, word);
        await replyMail(deps, { mailId: id, body: MailBody.parse(text), from: 'human' });
        console.log('Sent.');
      }),
    );
  mail
    .command('send')
    .argument('<task>', 'whose agent it is for')
    .argument('<subject>')
    .argument('<text>')
    .action((word: string, subject: string, text: string) =>
      withFactory(async ({ deps }) => {
        const task = await findTask(deps, word);
        const words = { subject: MailSubject.parse(subject), body: MailBody.parse(text) };
        await sendHumanMail(deps, { to: { taskId: task.id }, ...words });
        console.log('Sent.');
      }),
    );
}

async function list({ deps }: Factory, options: List): Promise<void> {
  const project = options.project === undefined ? null : await findProject(deps, options.project);
  const { items } = await listMailBox(deps, {
    box: options.all ? 'all' : 'mine',
    limit: 100,
    ...(project === null ? {} : { projectId: project.id }),
    ...(options.unread ? { unread: true } : {}),
  });
  if (options.json) return printJson(items);
  if (items.length === 0) console.log('No mail.');
  const now = deps.clock();
  printTable(
    items.map((mail) => [
      `${mail.readAt === null ? paint('blue', '●') : ' '} ${mail.id.slice(0, 8)}`,
      mail.fromName,
      plain(mail.subject),
      paint('gray', ago(mail.createdAt, now)),
    ]),
  );
}

async function read({ deps }: Factory, word: string): Promise<void> {
  const mail = await findMail(deps, word);
  const [named] = await nameParties(deps.store, [mail]);
  const parties = named === undefined ? '' : `from ${named.fromName} to ${named.toName}, `;
  const head = `${parties}${dayAndTime(mail.createdAt)}`;
  console.log(`${paint('bold', plain(mail.subject))}\n${paint('gray', head)}\n\n${plain(mail.body)}`);
  if (mail.toParty === 'HUMAN') await markMails(deps, { ids: [mail.id], read: true });
}

async function findMail(deps: Factory['deps'], word: string): Promise<Mail> {
  const mails = await listMail(deps.store, { limit: 100_000 });
  return pickById(mails, word, { one: 'mail', list: 'npm run factory -- mail' });
}
