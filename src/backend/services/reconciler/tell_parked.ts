import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Death, Fact } from './ports';

type Parked = { agent: Agent; death: Exclude<Death, { kind: 'crashed' }> };
type TellDeps = { notify(tx: Tx, fact: Fact): Promise<void> };

/**
 * Everything that this provider does stands still. Where only a person can change that, they are told, once a day however
 * many agents wait and however often they try, and each task stands in the inbox; a limit that passes by itself is news.
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
  await deps.notify(tx, {
    fact: `provider:${agent.provider}:${death.kind}:${day}`,
    kind: 'critical',
    projectId: agent.projectId,
    taskId: null,
    title: `Agents wait: ${death.message}`,
    body: death.next,
    forced: true,
  });
}
