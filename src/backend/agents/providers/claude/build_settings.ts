import path from 'node:path';
import { permissionsOf } from '../../roles/permissions';
import type { LaunchContext } from '../provider';
import { type ApiKeyUse, KEY_VARIABLE } from './choose_env';

type Input = { context: LaunchContext; hookCommand: string; apiKey: ApiKeyUse };

/** A person may take a day to answer; the program that waits for them costs nothing. */
const ANSWER_TIMEOUT_S = 24 * 60 * 60;
const HOOK_TIMEOUT_S = 30;

/** Hooks that are told to the server at once. */
const TOLD = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'StopFailure',
  'Notification',
] as const;

/** When an agent wakes and where it works is the server's to decide. */
const SELF_MANAGEMENT = [
  'CronCreate',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitWorktree',
  'ScheduleWakeup',
  'Workflow',
] as const;

/**
 * The settings of one session, on top of the owner's own. SessionStart has no HTTP form; a question to a person
 * must outlive a restart of our server. Those two go through a small program that waits and tries again.
 */
export function buildSettings({ context, hookCommand, apiKey }: Input): string {
  const told = {
    type: 'http',
    url: '',
    headers: { Authorization: `Bearer ${context.token}` },
    timeout: HOOK_TIMEOUT_S,
  };
  const program = (timeout: number) => [{ hooks: [{ type: 'command', command: hookCommand, timeout }] }];
  const settings = {
    hooks: {
      ...Object.fromEntries(
        TOLD.map((event) => [event, [{ hooks: [{ ...told, url: `${context.serverUrl}/hooks/${event}` }] }]]),
      ),
      SessionStart: program(HOOK_TIMEOUT_S),
      SessionEnd: program(HOOK_TIMEOUT_S),
      PermissionRequest: program(ANSWER_TIMEOUT_S),
    },
    disableAllHooks: false,
    permissions: permissionRules(context),
    skipDangerousModePermissionPrompt: true,
    promptSuggestionEnabled: false,
    spinnerTipsEnabled: false,
    ...(apiKey === 'helper' ? { apiKeyHelper: `printenv ${KEY_VARIABLE}` } : {}),
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

export function permissionModeOf(agent: LaunchContext['agent']): string {
  const rules = permissionsOf(agent.role, agent.permissionMode);
  if (rules.everything) return 'bypassPermissions';
  // The mode that accepts edits also lets files be removed, so strict lists what it allows instead.
  return rules.edit && agent.permissionMode === 'auto' ? 'acceptEdits' : 'default';
}

function permissionRules(context: LaunchContext) {
  const rules = permissionsOf(context.agent.role, context.agent.permissionMode);
  const mcp = context.tools.map((tool) => `mcp__${tool.replace('.', '__')}`);
  return {
    allow: [
      ...mcp,
      ...['Read', 'Glob', 'Grep', 'TodoWrite', 'Agent'],
      ...(rules.edit ? ['Edit', 'Write', 'NotebookEdit'] : []),
      ...rules.commands.map((command) => `Bash(${command}:*)`),
    ],
    ask: rules.asked.map((command) => `Bash(${command}:*)`),
    deny: [
      // The agent's own token is in there.
      `Read(/${path.join(context.filesDir, '**')})`,
      `Edit(/${path.join(context.filesDir, '**')})`,
      ...(rules.edit ? [] : ['Edit', 'Write', 'NotebookEdit']),
      ...SELF_MANAGEMENT,
      ...rules.forbidden.map((command) => `Bash(${command}:*)`),
    ],
  };
}
