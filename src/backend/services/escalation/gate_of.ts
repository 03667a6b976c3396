import { permissionsOf } from '@/backend/agents/roles/permissions';
import { lineRunsOneOf } from '@/backend/domain/permission/runs_one_of';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { HookAnswer, HookEvent } from '@/shared/hook';
import type { Deps } from '../deps';

type Gate = Extract<HookAnswer, { kind: 'gate' }>;

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
  const isForbidden = lineRunsOneOf(hook.command, forbidden);
  if (!isForbidden && !lineRunsOneOf(hook.command, asked)) return null;
  const { setupCommand, testCommand, cleanupCommand } = await getProject(deps.store, agent.projectId);
  if ([setupCommand, testCommand, cleanupCommand].includes(hook.command.trim())) return null;
  return isForbidden
    ? {
        kind: 'gate',
        decision: 'deny',
        message:
          'Branches, their publication and sessions are the work of the server; your commits are taken over when you submit.',
      }
    : {
        kind: 'gate',
        decision: 'ask',
        message: 'Others see this at once and nobody can take it back, so a person is asked.',
      };
}
