import { FactoryError } from '@/backend/domain/errors';
import { findLiveAgent, getAgent } from '@/backend/resource_accessors/agent.accessor';
import { getMail, type Mail, markMail } from '@/backend/resource_accessors/mail.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';
import type { Deps } from '../deps';
import { ownMail } from './own_mail';
import { postMail, type Recipient, type Sender } from './post_mail';

export type ReplyMail = { mailId: string; body: string; from: { agentId: string } | 'human' };

/** An answer in the same thread, to whoever wrote; to a mail of one's own it goes where that went. */
export async function replyMail(deps: Pick<Deps, 'store' | 'newId'>, input: ReplyMail): Promise<Mail> {
  return deps.store.write(async (tx) => {
    const mail =
      input.from === 'human'
        ? await getMail(tx, input.mailId)
        : await ownMail(tx, { agentId: input.from.agentId, mailId: input.mailId });
    const sender = await senderOf(tx, input.from);
    const answer = await postMail(tx, deps.newId, {
      projectId: mail.projectId,
      taskId: mail.taskId,
      kind: 'message',
      from: sender,
      to: await recipientOf(tx, mail, sender),
      subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
      body: input.body,
      inReplyTo: mail,
    });
    if (isTo(mail, sender)) await markMail(tx, mail.id, { read: true });
    return answer;
  });
}

async function senderOf(db: Db, from: ReplyMail['from']): Promise<Sender> {
  if (from === 'human') return { party: 'HUMAN' };
  const agent = await getAgent(db, from.agentId);
  return { party: 'AGENT', agentId: agent.id, name: agent.tmuxName };
}

async function recipientOf(db: Db, mail: Mail, sender: Sender): Promise<Recipient> {
  const mine = mail.fromParty === sender.party && mail.fromAgentId === agentIdOf(sender);
  // The human may step into a talk between agents, and answers the one who spoke.
  const party = mine ? mail.toParty : mail.fromParty;
  const agentId = mine ? mail.toAgentId : mail.fromAgentId;
  if (party === 'HUMAN') return { party: 'HUMAN' };
  if (party === 'AGENT' && agentId !== null) return { party: 'AGENT', agentId: await inService(db, agentId) };
  // What the system wrote to an agent the human may comment on, to that agent.
  if (sender.party === 'HUMAN' && mail.toAgentId !== null) {
    return { party: 'AGENT', agentId: await inService(db, mail.toAgentId) };
  }
  throw new FactoryError(
    'WRONG_STATE',
    'That mail is from the system, which reads no answers.',
    sender.party === 'AGENT'
      ? 'Do what it asks, or write to your supervisor or to the human with mail.send.'
      : 'Open the task it is about and act there, or write to its agent.',
  );
}

/** The agent itself, or the one that took its place. */
async function inService(db: Db, agentId: string): Promise<string> {
  const agent = await getAgent(db, agentId);
  if (!agent.retiredAt) return agent.id;
  const next = agent.taskId === null ? null : await findLiveAgent(db, agent.taskId, agent.role);
  if (next) return next.id;
  throw new FactoryError(
    'WRONG_STATE',
    `${agent.tmuxName} is out of service, and nobody took its place.`,
    'Its task is over. Write to somebody who still works on the epic, or to the human.',
  );
}

function isTo(mail: Mail, sender: Sender): boolean {
  return mail.toParty === sender.party && mail.toAgentId === agentIdOf(sender);
}

function agentIdOf(sender: Sender): string | null {
  return sender.party === 'AGENT' ? sender.agentId : null;
}
