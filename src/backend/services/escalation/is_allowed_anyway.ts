import { permissionsOf } from '@/backend/agents/roles/permissions';
import { isWithinRules } from '@/backend/domain/permission/judge_command';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import type { Question } from './ask_human';

/**
 * Programs compare a command with their list word by word, and ask for a loop over commands that are all on it. In the
 * mode that is meant to go on unattended nobody is woken for that, nor for the project's own commands.
 */
export async function isAllowedAnyway(
  deps: Pick<Deps, 'store'>,
  input: { agent: Agent; hook: Question },
): Promise<boolean> {
  const { agent, hook } = input;
  if (hook.kind !== 'permission_asked' || hook.command === null || agent.permissionMode !== 'auto')
    return false;
  if (agent.taskId === null || agent.projectId === null) return false;
  const { worktreePath } = await getTask(deps.store, agent.taskId);
  const { setupCommand, testCommand, cleanupCommand } = await getProject(deps.store, agent.projectId);
  if ([setupCommand, testCommand, cleanupCommand].includes(hook.command.trim())) return true;
  const { commands, asked, forbidden, edit } = permissionsOf(agent.role, agent.permissionMode);
  return isWithinRules(hook.command, { commands, asked, forbidden, worktree: worktreePath, edit });
}
