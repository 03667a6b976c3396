import { agentIds, getAgent, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { readSetting } from '@/backend/resource_accessors/setting.accessor';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import type { Deps } from '../deps';
import type { Death } from './ports';
import { tellParked } from './tell_parked';

/**
 * The provider refused: no crash, and no use in trying at once. Says why, and when it is tried again. A session that
 * is still there is left alone until then and reminded afterwards.
 */
export async function parkAgent(
  deps: Pick<Deps, 'store' | 'newId' | 'notify'>,
  input: { agentId: string; death: Exclude<Death, { kind: 'crashed' }> },
): Promise<void> {
  const { agentId, death } = input;
  await deps.store.write(async (tx) => {
    const limits = SystemLimits.catch(SystemLimits.parse({})).parse(
      (await readSetting(tx, LIMITS_KEY)) ?? {},
    );
    const agent = await getAgent(tx, agentId);
    const minutes = death.kind === 'usage_limit' ? limits.usageRetryMinutes : limits.providerRetryMinutes;
    const known = death.kind === 'usage_limit' ? death.until : null;
    const until = known !== null && known > tx.now ? known : new Date(tx.now.getTime() + minutes * 60_000);
    await updateAgent(tx, agentId, { parkedUntil: until });
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'AGENT',
        subjectId: agentId,
        type: death.kind === 'usage_limit' ? 'UsageLimit' : 'ProviderUnavailable',
        status: true,
        reason: death.kind,
        message: death.kind === 'usage_limit' ? death.message : `${death.message} ${death.next}`,
      },
      await agentIds(tx, agent),
    );
    await tellParked(tx, deps, { agent, death });
  });
}
