import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { postMail } from '../mail/post_mail';
import type { Death, Fact } from './ports';

type Parked = { agent: Agent; death: Exclude<Death, { kind: 'crashed' }> };
type TellDeps = { newId: () => string; notify(tx: Tx, fact: Fact): Promise<void> };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Everything that this provider does stands still. Where only a person can change that, they are told, once a day however
 * many agents wait and however often they try; a limit that passes by itself is news.
 */
export async function tellParked(tx: Tx, deps: TellDeps, { agent, death }: Parked): Promise<void> {
  const day = tx.now.toISOString().slice(0, 10);
  if (death.kind === 'usage_limit') {
    const ends = death.until === null ? '' : ` until ${death.until.toISOString()}`;
    await deps.notify(tx, {
      fact: `usage_limit:${agent.provider}:${death.until?.toISOString() ?? day}`,
      kind: 'usage_limit',
      projectId: agent.projectId,
      taskId: null,
      title: 'Agents rest: the allowance is used up',
      body: `${death.message} They wait${ends} and go on by themselves.`,
      forced: false,
    });
    return;
  }
  const title = `Agents wait: ${death.message}`;
  await deps.notify(tx, {
    fact: `provider:${agent.provider}:${death.kind}:${day}`,
    kind: 'critical',
    projectId: agent.projectId,
    taskId: null,
    title,
    body: death.next,
    forced: true,
  });
  await writeMail(tx, deps, { agent, title, next: death.next });
}

async function writeMail(
  tx: Tx,
  deps: TellDeps,
  { agent, title, next }: { agent: Agent; title: string; next: string },
): Promise<void> {
  const { projectId } = agent;
  if (projectId === null) return;
  const subject = title.slice(0, 200);
  const [last] = await listMail(tx, { projectId, toParty: 'HUMAN', subject, limit: 1 });
  if (last && tx.now.getTime() - last.createdAt.getTime() < DAY_MS) return;
  await postMail(tx, deps.newId, {
    projectId,
    taskId: null,
    kind: 'failure',
    from: { party: 'SYSTEM' },
    to: { party: 'HUMAN' },
    subject,
    body: `${next}\n\nNothing is lost: the agents try again every few minutes and go on where they were.`,
  });
}
