import type { Role } from '@/shared/agent';
import { renderPrompt } from './render';
import type { ToolEntry } from './tool_entry';

const SHARED = ['shared/ground_rules', 'shared/text_as_data', 'shared/turns'] as const;

const SUPERVISOR = ['role', 'planning', 'review', 'merge', 'escalation'].map((part) => `supervisor/${part}`);
const WORKER = ['role', 'workflow', 'testing'].map((part) => `worker/${part}`);
const QUICK = ['quick', 'workflow', 'testing'].map((part) => `worker/${part}`);

/** Who an agent is and how it works, from the files in prompts/ and the list of the tools it has. */
export async function composeSystemPrompt(
  deps: { rootDir: string },
  input: { role: Role; quick: boolean; tools: readonly ToolEntry[] },
): Promise<string> {
  const own = input.role === 'SUPERVISOR' ? SUPERVISOR : input.quick ? QUICK : WORKER;
  const tools = input.tools.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n');
  const parts = await Promise.all([
    ...[...own, ...SHARED].map((name) => renderPrompt(deps, name)),
    renderPrompt(deps, 'shared/tools', { tools }),
  ]);
  return `${parts.join('\n\n')}\n`;
}
