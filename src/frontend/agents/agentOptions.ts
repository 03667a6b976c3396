import type { AgentRow } from '@/frontend/api/outputs';
import type { SelectOption } from '@/frontend/ui/Select';

/** Agents to choose from, each with the task it is on. */
export function agentOptions(agents: readonly AgentRow[]): SelectOption[] {
  return agents.map(({ id, name, taskTitle }) => ({
    value: id,
    label: name,
    ...(taskTitle === null ? {} : { hint: taskTitle }),
  }));
}
