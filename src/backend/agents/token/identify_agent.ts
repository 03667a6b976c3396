import { type Agent, findAgentByTokenHash } from '@/backend/resource_accessors/agent.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';
import { hashToken } from './issue_token';

/** Whose token this is; null when it belongs to nobody in service. */
export async function identifyAgent(deps: { store: Db }, input: { token: string }): Promise<Agent | null> {
  if (input.token === '') return null;
  const agent = await findAgentByTokenHash(deps.store, hashToken(input.token));
  return agent === null || agent.retiredAt !== null ? null : agent;
}
