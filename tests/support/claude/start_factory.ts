import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { createCaller } from '../call';
import { type Script, type ScriptedModel, startScriptedModel } from '../model/start';
import { startServer, type TestServer } from '../server';

export type ClaudeFactory = {
  dir: string;
  repo: string;
  socketPath: string;
  model: ScriptedModel;
  server: TestServer;
  api: ReturnType<typeof createCaller>;
  /** The column `value` of a query on the server's own database. */
  column(sql: string): string[];
  /** What there is when nothing moves any more: rows, screens, the last words of each conversation. */
  describe(): Promise<string>;
  stop(): Promise<void>;
};

/** Our server by `npm start`, with the real Claude Code, a scripted model and a repository of these files. */
export async function startClaudeFactory(options: {
  script: Script;
  files: Readonly<Record<string, string>>;
}): Promise<ClaudeFactory> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ff-epic-')));
  const home = path.join(dir, 'factory');
  const repo = path.join(dir, 'repo');
  const socketPath = path.join(home, 'tmux.sock');
  await makeRepository(repo, options.files);
  const model = await startScriptedModel({ script: options.script });
  const server = await startServer({
    home: dir,
    command: ['npm', 'start', '--silent'],
    env: {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'sk-ant-scripted-0123456789-abcdefghij',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
    },
  }).catch(async (thrown: unknown) => {
    await model.stop();
    rmSync(dir, { recursive: true, force: true });
    throw thrown;
  });
  const column = (sql: string): string[] => {
    const db = new Database(path.join(home, 'factory.db'), { readonly: true });
    try {
      return db
        .prepare<[], { value: string }>(sql)
        .all()
        .map((row) => row.value);
    } finally {
      db.close();
    }
  };

  return {
    dir,
    repo,
    socketPath,
    model,
    server,
    api: createCaller({ url: server.url, cookie: await server.signIn() }),
    column,
    async describe() {
      const words = model.conversations().slice(-3);
      return [
        ...column("SELECT title || ': ' || state || ' ' || COALESCE(stateReason, '') AS value FROM Task"),
        ...column("SELECT kind || ' ' || state || ' ' || substr(body, 1, 80) AS value FROM Delivery"),
        ...column("SELECT tool || ' ' || outcome || ' ' || substr(message, 1, 200) AS value FROM ToolCall"),
        ...column(
          "SELECT tmuxName || ' ' || turnState || ' ' || COALESCE(endReason, '') AS value FROM Session",
        ),
        ...column("SELECT type || ' ' || message AS value FROM Condition WHERE status = 1"),
        ...(await screens(socketPath)),
        ...words.map((known) => JSON.stringify(known.turns.slice(-3)).slice(0, 1500)),
        server.output().slice(-3000),
      ].join('\n');
    },
    async stop() {
      await server.stop();
      const tmux = createTmuxClient({ run, socketPath, configPath: path.join(home, 'tmux.conf') });
      await tmux.killServer({ graceMs: 500 });
      await model.stop();
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function screens(socketPath: string): Promise<string[]> {
  const listed = await run('tmux', ['-S', socketPath, 'list-sessions', '-F', '#{session_name}']);
  const names = listed.stdout.split('\n').filter((name) => name !== '');
  return Promise.all(
    names.map(async (name) => {
      const captured = await run('tmux', ['-S', socketPath, 'capture-pane', '-p', '-t', name]);
      return `== ${name}\n${captured.stdout}`;
    }),
  );
}

async function makeRepository(repo: string, files: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(repo);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(repo, name), content);
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.email', 'owner@example.invalid'],
    ['config', 'user.name', 'Owner'],
    ['add', '.'],
    ['commit', '-q', '-m', 'Start'],
  ]) {
    const result = await run('git', args, { cwd: repo });
    if (result.code !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`);
  }
}
