import path from 'node:path';
import type { Launch, LaunchContext } from '../provider';
import { buildSettings, permissionModeOf } from './build_settings';
import { type ApiKeyUse, chooseEnv } from './choose_env';
import type { ClaudeContext } from './claude_context';

const PRIVATE = 0o600;

/** Everything secret is in files of mode 0600; argv names them only, because every user of a machine can list it. */
export function buildLaunch(
  claude: ClaudeContext,
  context: LaunchContext,
  found: { binary: string; apiKey: ApiKeyUse },
): Launch {
  const { agent, filesDir } = context;
  const file = (name: string) => path.join(filesDir, name);
  const hooks = file('hook.json');
  const mcp = file('mcp.json');
  const prompt = file('prompt.md');
  const settings = file('settings.json');
  const program = path.join(claude.rootDir, 'dist', 'hook.mjs');
  const hookCommand = [process.execPath, program, hooks].map(quote).join(' ');
  return {
    argv: [
      found.binary,
      ...(context.resume ? ['--resume', agent.providerSessionId] : ['--session-id', agent.providerSessionId]),
      ...['--mcp-config', mcp, '--strict-mcp-config'],
      ...['--settings', settings],
      ...['--permission-mode', permissionModeOf(agent)],
      ...['--append-system-prompt-file', prompt],
      ...(agent.model === null ? [] : ['--model', agent.model]),
    ],
    env: chooseEnv(claude.env, found.apiKey),
    files: [
      {
        path: hooks,
        content: `${JSON.stringify({ url: context.serverUrl, token: context.token })}\n`,
        mode: PRIVATE,
      },
      { path: mcp, content: mcpConfig(context), mode: PRIVATE },
      { path: prompt, content: context.systemPrompt, mode: PRIVATE },
      {
        path: settings,
        content: buildSettings({ context, hookCommand, apiKey: found.apiKey }),
        mode: PRIVATE,
      },
    ],
  };
}

/** One entry for each server of which this role may call a tool. */
function mcpConfig(context: LaunchContext): string {
  const servers = [...new Set(context.tools.map((tool) => tool.split('.')[0] ?? tool))];
  const mcpServers = Object.fromEntries(
    servers.map((server) => [
      server,
      {
        type: 'http',
        url: `${context.serverUrl}/mcp/${server}`,
        headers: { Authorization: `Bearer ${context.token}` },
      },
    ]),
  );
  return `${JSON.stringify({ mcpServers }, null, 2)}\n`;
}

/** Claude Code gives a hook's command to a shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
