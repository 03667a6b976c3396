import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import {
  findOpenSession,
  noteServerAsked,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Role } from '@/shared/agent';
import type { Deps } from '../deps';

type Catalog = (role: Role) => readonly { name: string }[];

/**
 * A program connects to its tools after it has started. It is ready for its first prompt once it has asked every
 * server that has something for its role: earlier, the model would be asked to work without tools. Whom it has asked
 * is kept with the session: it asks each once, and our own server may be restarted in between.
 */
export async function noteToolsListed(
  deps: Pick<Deps, 'store'> & { toolCatalog: Catalog },
  input: { agentId: string; server: string },
): Promise<void> {
  const session = await findOpenSession(deps.store, input.agentId);
  if (!session || session.readyAt !== null) return;
  const { role } = await getAgent(deps.store, input.agentId);
  await hasten(deps.store).write(async (tx) => {
    const now = await findOpenSession(tx, input.agentId);
    if (now?.id !== session.id || now.readyAt !== null) return;
    const asked = await noteServerAsked(tx, now, input.server);
    if (!deps.toolCatalog(role).every((tool) => asked.has(tool.name.split('.')[0] ?? ''))) return;
    const turn = now.turnState === 'STARTING' ? { turnState: 'IDLE' as const } : {};
    await updateSession(tx, now.id, { readyAt: tx.now, ...turn });
  });
}
