import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { createClaudeProvider } from '@/backend/agents/providers/claude/create_claude_provider';
import type { LaunchContext, Provider } from '@/backend/agents/providers/provider';
import { run } from '@/backend/clients/process/run';
import { type HookRecorder, startHookRecorder } from '../hooks/start';
import { listen } from '../listen';
import { startTestMcp, type TestMcp, type TestTool } from '../mcp/start';
import { type Script, type ScriptedModel, startScriptedModel } from '../model/start';
import { createTestTmux, type TestTmux } from '../tmux';
import { waitFor } from '../wait_for';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const CLAUDE = path.join(ROOT, 'node_modules', '.bin', 'claude');
/** Its package can be there without the program, which comes in a package for the platform. */
export const hasClaude = isInstalled() && existsSync(CLAUDE);

export type ClaudeSession = {
  name: string;
  context: LaunchContext;
  screen(): Promise<string>;
  /** Bracketed paste and a separate Enter, as delivery does it. */
  say(text: string): Promise<void>;
};

export type ClaudeHouse = {
  dir: string;
  userHome: string;
  worktree: string;
  env: Record<string, string>;
  provider: Provider;
  model: ScriptedModel;
  hooks: HookRecorder;
  mcp: TestMcp;
  tmux: TestTmux;
  contextOf(
    changes?: Partial<Omit<LaunchContext, 'agent'>> & { agent?: Partial<LaunchContext['agent']> },
  ): LaunchContext;
  start(context: LaunchContext): Promise<ClaudeSession>;
  stop(): Promise<void>;
};

/**
 * The real Claude Code in a real tmux and a real git worktree, with a home folder of its own, a scripted model, and
 * recorders where our server would be.
 */
export async function startClaudeHouse(options: {
  script: Script;
  tools?: readonly TestTool[];
  env?: Record<string, string>;
}): Promise<ClaudeHouse> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'ff-claude-')));
  const userHome = path.join(dir, 'home');
  const rootDir = path.join(dir, 'root');
  await mkdir(userHome);
  await buildHookProgram(path.join(rootDir, 'dist', 'hook.mjs'));
  const worktree = await makeWorktree(dir);

  const model = await startScriptedModel({ script: options.script });
  const hooks = await startHookRecorder();
  const mcp = await startTestMcp(options.tools ?? []);
  const server = await listen(
    createServer((request, response) =>
      request.url?.startsWith('/mcp/') ? mcp.handle(request, response) : hooks.handle(request, response),
    ),
  );
  const env = {
    PATH: `${path.dirname(CLAUDE)}${path.delimiter}${process.env.PATH ?? ''}`,
    TMPDIR: os.tmpdir(),
    HOME: userHome,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-scripted-0123456789-abcdefghij',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...options.env,
  };
  const tmux = await createTestTmux({ env: { NODE_ENV: 'test', ...env } });
  const provider = createClaudeProvider({ run, rootDir, env });

  return {
    dir,
    userHome,
    worktree,
    env,
    provider,
    model,
    hooks,
    mcp,
    tmux,
    contextOf: (changes = {}) => {
      const id = randomUUID();
      return {
        sessionId: id,
        worktree,
        filesDir: path.join(dir, 'agents', id),
        serverUrl: server.url,
        token: `token-${id}`,
        systemPrompt: 'You are a worker of the factory.\n',
        tools: (options.tools ?? []).map((tool) => `${tool.server}.${tool.name}`),
        resume: false,
        settings: {},
        ...changes,
        agent: {
          id,
          role: 'WORKER',
          name: 'worker',
          model: null,
          permissionMode: 'bypass',
          providerSessionId: randomUUID(),
          ...changes.agent,
        },
      };
    },
    async start(context) {
      const name = `worker-${context.sessionId.slice(0, 8)}-${context.resume ? 'again' : 'first'}`;
      const before = hooks.of('SessionStart').length;
      await provider.prepare(context);
      const launch = await provider.launch(context);
      await mkdir(context.filesDir, { recursive: true, mode: 0o700 });
      for (const file of launch.files) {
        await writeFile(file.path, file.content, { mode: file.mode ?? 0o600 });
        await chmod(file.path, file.mode ?? 0o600);
      }
      await tmux.start({
        name,
        cwd: context.worktree,
        argv: launch.argv,
        env: launch.env,
        cols: 160,
        rows: 50,
      });
      const screen = () => tmux.tmux.capture({ name, historyLines: 200 });
      await waitFor('the session to start', () => hooks.of('SessionStart').length > before, {
        instead: screen,
      });
      return {
        name,
        context,
        screen,
        say: async (text) => {
          await tmux.tmux.pasteText({ name, text });
          const seen = hooks.of('UserPromptSubmit').length;
          // An Enter that comes while the paste is still being taken is swallowed; one too many does nothing.
          for (let press = 0; press < 4; press++) {
            await new Promise((resolve) => setTimeout(resolve, press === 0 ? 300 : 1500));
            if (hooks.of('UserPromptSubmit').length > seen || (press > 0 && text.startsWith('/'))) return;
            await tmux.tmux.sendEnter({ name });
          }
        },
      };
    },
    async stop() {
      await tmux.cleanup();
      await Promise.all([server.stop(), model.stop(), hooks.stop(), mcp.stop()]);
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isInstalled(): boolean {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve('@anthropic-ai/claude-code/package.json') !== '';
  } catch {
    return false;
  }
}

async function buildHookProgram(outfile: string): Promise<void> {
  await build({
    entryPoints: [path.join(ROOT, 'src/backend/agents/providers/claude/hook.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
}

async function makeWorktree(dir: string): Promise<string> {
  const repo = path.join(dir, 'repo');
  const worktree = path.join(dir, 'work tree');
  await mkdir(repo);
  await writeFile(path.join(repo, 'README.md'), '# Sample\n');
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.email', 'worker@example.invalid'],
    ['config', 'user.name', 'Worker'],
    ['add', '.'],
    ['commit', '-q', '-m', 'Start'],
    ['worktree', 'add', '-q', '-b', 'factoryfactory/task-12345678', worktree],
  ]) {
    const result = await run('git', args, { cwd: repo });
    if (result.code !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
  }
  return worktree;
}
