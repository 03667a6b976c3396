import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { run } from '@/backend/clients/process/run';
import { PermissionMode, Role } from '@/shared/agent';
import type { LaunchContext } from '../provider';
import { buildLaunch } from './build_launch';
import { chooseEnv, decideApiKey } from './choose_env';

const SETTINGS = z.looseObject({
  permissions: z.object({ allow: z.array(z.string()), ask: z.array(z.string()), deny: z.array(z.string()) }),
});

function launchOf(role: Role, permissionMode: PermissionMode) {
  const context: LaunchContext = {
    agent: { id: 'a', role, name: 'n', model: null, permissionMode, providerSessionId: 'p' },
    sessionId: 's',
    worktree: '/w',
    filesDir: "/home/o'neil/agents/a",
    serverUrl: 'http://127.0.0.1:3000',
    token: 'secret-token',
    systemPrompt: 'Be good.',
    tools: ['task.list', 'mail.send'],
    resume: false,
    settings: {},
  };
  const claude = { run, rootDir: '/app', env: { ANTHROPIC_API_KEY: 'key' }, clock: () => new Date() };
  const launch = buildLaunch(claude, context, { binary: '/bin/claude', apiKey: 'helper' });
  const settings = launch.files.find((file) => file.path.endsWith('settings.json'))?.content ?? '';
  return { launch, settings, permissions: SETTINGS.parse(JSON.parse(settings)).permissions };
}

describe('the launch of Claude Code', () => {
  it.each(Role.options.flatMap((role) => PermissionMode.options.map((mode) => [role, mode] as const)))(
    'keeps secrets out of argv, and the server’s work out of reach: %s, %s',
    (role, mode) => {
      const { launch, permissions } = launchOf(role, mode);
      expect(launch.argv.join(' ')).not.toContain('secret-token');
      expect(Object.values(launch.env)).not.toContain('secret-token');
      expect(launch.files.every((file) => file.mode === 0o600)).toBe(true);
      expect(permissions.allow).toEqual(expect.arrayContaining(['mcp__task__list', 'mcp__mail__send']));
      expect(permissions.deny).toEqual(
        expect.arrayContaining(['Bash(git push:*)', "Read(//home/o'neil/agents/a/**)"]),
      );
      expect(permissions.allow.filter((rule) => permissions.deny.includes(rule))).toEqual([]);
    },
  );

  it('lets only those edit whose work it is', () => {
    expect(launchOf('WORKER', 'strict').permissions.allow).toContain('Write');
    expect(launchOf('SUPERVISOR', 'bypass').permissions.deny).toContain('Write');
    expect(launchOf('WORKER', 'strict').permissions.allow).not.toContain('Bash(npm:*)');
    expect(launchOf('WORKER', 'auto').permissions.allow).toContain('Bash(npm:*)');
    expect(launchOf('WORKER', 'auto').permissions.ask).toContain('Bash(npm publish:*)');
    expect(launchOf('WORKER', 'bypass').permissions.ask).toEqual([]);
    expect(launchOf('WORKER', 'auto').launch.argv).toContain('acceptEdits');
    expect(launchOf('WORKER', 'strict').launch.argv).toContain('default');
    expect(launchOf('WORKER', 'bypass').launch.argv).toContain('bypassPermissions');
  });

  it('quotes the hook command for the shell that reads it', () => {
    expect(launchOf('WORKER', 'auto').settings).toContain(`'/home/o'\\\\''neil/agents/a/hook.json'`);
  });
});

describe('the environment of Claude Code', () => {
  it('carries the owner’s sign-in, and nothing of a Claude Code around us', () => {
    const env = {
      ANTHROPIC_AUTH_TOKEN: 't',
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      AWS_SECRET: 'no',
    };
    const chosen = chooseEnv(env, 'none');
    expect(chosen).toMatchObject({ ANTHROPIC_AUTH_TOKEN: 't', DISABLE_AUTOUPDATER: '1' });
    expect(Object.keys(chosen)).not.toEqual(expect.arrayContaining(['CLAUDECODE']));
    expect(chosen).not.toHaveProperty('AWS_SECRET');
    expect(chooseEnv({ ...env, CLAUDE_CODE_USE_BEDROCK: '1' }, 'none')).toHaveProperty('AWS_SECRET');
  });

  it('uses a key as its owner has answered about it', () => {
    const env = { ANTHROPIC_API_KEY: 'sk-0123456789012345678901234' };
    const remembered = [env.ANTHROPIC_API_KEY.slice(-20)];
    expect(decideApiKey(env, {})).toBe('helper');
    expect(decideApiKey(env, { approved: remembered })).toBe('plain');
    expect(decideApiKey(env, { rejected: remembered })).toBe('none');
    expect(decideApiKey({}, {})).toBe('none');
    expect(chooseEnv(env, 'none')).not.toHaveProperty('ANTHROPIC_API_KEY');
  });
});
