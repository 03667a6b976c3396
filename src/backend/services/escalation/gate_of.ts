import { permissionsOf } from '@/backend/agents/roles/permissions';
import { findInLine } from '@/backend/domain/permission/find_in_line';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { HookAnswer, HookEvent } from '@/shared/hook';
import type { Deps } from '../deps';

type Gate = Extract<HookAnswer, { kind: 'gate' }>;

const OF_THE_SERVER =
  'Branches, their publication and sessions are the work of the server; your commits are taken over when you submit.';
const OUTWARD = 'Others see this at once and nobody can take it back, so a person is asked.';
const UNCLEAR = 'This is too long or nested too deep to be read beforehand, so a person is asked.';

/**
 * Before a command is run. Programs compare its beginning with their lists, so `npm --workspace a publish` would be
 * allowed as `npm` is, and `git -C . push` would not be refused. The project's own commands are never held up.
 */
export async function gateOf(
  deps: Pick<Deps, 'store'>,
  { agent, hook }: { agent: Agent; hook: HookEvent },
): Promise<Gate | null> {
  if (hook.kind !== 'tool_used' || hook.command === null || agent.projectId === null) return null;
  const { asked, forbidden } = permissionsOf(agent.role, agent.permissionMode);
  const forbiddenOne = findInLine(hook.command, forbidden);
  const publishes = forbiddenOne === 'runs' ? 'none' : findInLine(hook.command, asked);
  if (forbiddenOne === 'none' && publishes === 'none') return null;
  const { setupCommand, testCommand, cleanupCommand } = await getProject(deps.store, agent.projectId);
  if ([setupCommand, testCommand, cleanupCommand].includes(hook.command.trim())) return null;
  if (forbiddenOne === 'runs') return { kind: 'gate', decision: 'deny', message: OF_THE_SERVER };
  return { kind: 'gate', decision: 'ask', message: publishes === 'runs' ? OUTWARD : UNCLEAR };
}
