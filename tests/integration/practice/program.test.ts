import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPracticeProvider } from '@/backend/agents/providers/practice/create_practice_provider';
import type { LaunchContext } from '@/backend/agents/providers/provider';
import type { Role } from '@/shared/agent';
import type { Scenario } from '@/shared/scenario';
import { type GitWorld, makeGitWorld } from '../../support/git';
import type { TestTool } from '../../support/mcp/start';
import { bundlePractice } from '../../support/practice/bundle';
import { type PracticeServer, startPracticeServer } from '../../support/practice/start';
import { createTestTmux, type TestTmux } from '../../support/tmux';
import { waitFor } from '../../support/wait_for';

const TOKEN = 'the-agents-own-token';
const TASK = { id: 'a1b2c3d4e5f6a7b8c9d0e1f2', title: 'Greet people', description: 'Say hello.' };
/** Has been approved, and is in the merge queue. */
const APPROVED = 'z1b2c3d4e5f6a7b8c9d0e1f2';

let world: GitWorld;
let terminal: TestTmux;
let server: PracticeServer;
let repo: string;
let state: string;
let subtasks: { id: string; title: string; state: string }[];
let refusals: string[];

beforeAll(async () => {
  world = await makeGitWorld();
  await bundlePractice(world.dir);
  terminal = await createTestTmux({
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', SHELL: '/bin/sh', NODE_ENV: 'test', ...world.env },
  });
});
afterAll(async () => {
  await terminal?.cleanup();
  await world?.cleanup();
});

let round = 0;
beforeEach(async () => {
  round += 1;
  repo = await world.makeRepo({ name: `repo-${round}` });
  state = 'IN_PROGRESS';
  subtasks = [];
  refusals = [];
  server = await startPracticeServer(fakeTools());
});
afterEach(async () => {
  await terminal.tmux.killSession({ name: `agent-${round}`, graceMs: 0 });
  await server.stop();
});

describe('a practice worker', () => {
  it('starts, lists its tools, edits, commits, submits, and takes up a change request', async () => {
    const scenario = forSubtask({
      steps: [
        { do: 'write', path: 'hello.txt', content: 'Hello\n' },
        { do: 'commit', message: 'Say hello' },
      ],
    });
    await start('WORKER', scenario);
    expect(server.of('session_started')).toMatchObject([{ source: 'startup' }]);
    expect(server.mcp.listed.map(({ server }) => server).sort()).toEqual([
      'agent',
      'git',
      'mail',
      'system',
      'task',
    ]);

    const prompt = '[factory:d1]\nÄnderung: `rm -rf $HOME` "quoted" \\ and\n\ta tab';
    await type(prompt);
    await submissions(1);
    expect(server.of('prompt_seen')[0]?.prompt).toBe(prompt);
    expect(await world.git(repo, 'log', '-1', '--format=%s %an')).toBe('Say hello Practice agent');
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 1);
    expect(new Set(server.hooks.map((hook) => hook.token))).toEqual(new Set([`Bearer ${TOKEN}`]));
    expect(new Set(server.mcp.calls.map((call) => call.token))).toEqual(new Set([`Bearer ${TOKEN}`]));

    await type('[factory:d2]\nMail from supervisor: changes, please');
    await submissions(2);
    expect(await world.git(repo, 'rev-list', '--count', 'HEAD')).toBe('3');
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
  });

  it('goes on with a message handed over at the end of its turn, and holds what is typed meanwhile', async () => {
    const handed = ['[factory:h1]\nfirst', '[factory:h2]\nsecond'];
    server.setAnswer((hook) => {
      const text = hook.kind === 'turn_ended' ? handed.shift() : undefined;
      return text === undefined ? undefined : { kind: 'deliver', text };
    });
    await start('WORKER', { mode: 'listen', steps: [{ do: 'wait', seconds: 0.5 }] });
    await type('[factory:t1]');
    await waitFor('the first turn', () => server.of('prompt_seen').length === 1);
    await type('[factory:t2]');
    await waitFor('both turns', () => server.of('turn_ended').length === 4);
    expect(server.of('prompt_seen').map((hook) => hook.prompt)).toEqual(['[factory:t1]', '[factory:t2]']);
    expect(server.of('turn_ended').map((hook) => hook.continued)).toEqual([false, true, true, false]);
    const reading = createPracticeProvider({ rootDir: world.dir }).readTranscript(await readTranscript());
    expect(reading.userTexts).toEqual([
      '[factory:t1]',
      '[factory:h1]\nfirst',
      '[factory:h2]\nsecond',
      '[factory:t2]',
    ]);
    expect(reading.turn).toBe('IDLE');
    expect(reading.usage.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeGreaterThan(0);
  });

  it('crashes as the scenario says and goes on where it was', async () => {
    const scenario = forSubtask({
      steps: [
        { do: 'append', path: 'log.txt', content: 'before\n' },
        { do: 'crash', how: 'kill', times: 1 },
        { do: 'append', path: 'log.txt', content: 'after\n' },
      ],
    });
    await start('WORKER', scenario);
    await type('go');
    const dead = await terminal.whenDead(`agent-${round}`);
    expect(dead.exitSignal ?? 'SIGKILL').toBe('SIGKILL');
    await terminal.tmux.killSession({ name: `agent-${round}`, graceMs: 0 });
    await start('WORKER', scenario, true);
    expect(server.of('session_started').map((hook) => hook.source)).toEqual(['startup', 'resume']);
    await type('You were interrupted; go on.');
    await submissions(1);
    expect(await readFile(path.join(repo, 'log.txt'), 'utf8')).toBe('before\nafter\n');
  });

  it('counts a commit as done only when it is in git', async () => {
    const away = path.join(path.dirname(repo), `git-away-${round}`);
    const scenario = forSubtask({
      steps: [
        { do: 'write', path: 'kept.txt', content: 'kept\n' },
        { do: 'run', argv: ['mv', '.git', away] },
        { do: 'commit', message: 'Keep it' },
      ],
    });
    await start('WORKER', scenario);
    await type('go');
    await waitFor('git to be gone', () => server.of('tool_finished').some(({ tool }) => tool === 'Bash'));
    // Long enough that it would have gone on without.
    await sleep(1500);
    await rename(away, path.join(repo, '.git'));
    await submissions(1);
    expect(await world.git(repo, 'log', '-1', '--format=%s')).toBe('Keep it');
    expect(await world.git(repo, 'show', 'HEAD:kept.txt')).toBe('kept');
  });

  it('commits what it wrote outside of a sparse checkout', async () => {
    await mkdir(path.join(repo, 'x'));
    await writeFile(path.join(repo, 'x/in.txt'), 'in\n');
    await world.git(repo, 'add', '.');
    await world.git(repo, 'commit', '--quiet', '-m', 'More');
    await world.git(repo, 'sparse-checkout', 'set', 'x');
    await start('WORKER', forSubtask({ steps: [{ do: 'write', path: 'y/out.txt', content: 'out\n' }] }));
    await type('go');
    await submissions(1);
    expect(await world.git(repo, 'show', 'HEAD:y/out.txt')).toBe('out');
    expect(await world.git(repo, 'ls-tree', '-r', '--name-only', 'HEAD')).toContain('x/in.txt');
  });

  it('says that it is blocked, and by what, when git does not take its work', async () => {
    await mkdir(path.join(repo, 'nested'));
    await world.git(path.join(repo, 'nested'), 'init', '--quiet');
    await start('WORKER', forSubtask({ steps: [{ do: 'commit', message: 'Never' }] }));
    await type('go');
    await waitFor('BLOCKED', () => state === 'BLOCKED');
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 1);
    expect(server.of('tool_finished').filter(({ tool }) => tool === 'Bash')).toHaveLength(3);
    await terminal.screenWith(`agent-${round}`, 'My work could not be committed');
  });

  it('resolves a rebase that the server left open, keeping both sides', async () => {
    const write = (text: string) => ({ do: 'write' as const, path: 'agreed.md', content: `${text}\n` });
    await start('WORKER', forSubtask({ steps: [write('mine')] }));
    await world.git(repo, 'branch', 'epic');
    await type('go');
    await submissions(1);
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 1);
    await world.git(repo, 'switch', '--quiet', 'epic');
    await writeFile(path.join(repo, 'agreed.md'), 'theirs\n');
    await world.git(repo, 'add', '.');
    await world.git(repo, 'commit', '--quiet', '-m', 'Theirs');
    await world.git(repo, 'switch', '--quiet', 'main');
    state = 'BLOCKED';
    await type('Mail from the system: please rebase');
    await submissions(2);
    expect(await readFile(path.join(repo, 'agreed.md'), 'utf8')).toBe('theirs\nmine\n');
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
    // What git leaves of a rebase that is done keeps no later change from being committed.
    await world.git(repo, 'update-ref', 'REBASE_HEAD', 'HEAD');
    state = 'IN_PROGRESS';
    await type('Mail from the supervisor: Changes requested');
    await submissions(3);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
    expect(await world.git(repo, 'log', '-1', '--format=%s')).toMatch(/^Take up the review/);
  });

  it('asks for permission, asks a question, reports that it is blocked, and goes on when spoken to', async () => {
    let asked = 0;
    server.setAnswer((hook) => {
      if (hook.kind === 'permission_asked') {
        asked += 1;
        return asked < 3 ? { kind: 'pending' } : { kind: 'decision', allow: true, message: 'fine' };
      }
      return hook.kind === 'question_asked' ? { kind: 'replies', replies: { 'Which?': 'That' } } : undefined;
    });
    const scenario = forSubtask({
      steps: [
        { do: 'ask_permission', tool: 'Bash', detail: 'curl example.com' },
        { do: 'ask', question: 'Which?', options: ['This', 'That'] },
        { do: 'block', reason: 'No idea' },
        { do: 'write', path: 'done.txt', content: 'done\n' },
      ],
    });
    await start('WORKER', scenario);
    await type('go');
    await terminal.screenWith(`agent-${round}`, 'I may use Bash (fine)');
    await terminal.screenWith(`agent-${round}`, 'The answer is: That');
    await waitFor('BLOCKED', () => state === 'BLOCKED');
    expect(new Set(server.of('permission_asked').map((hook) => hook.requestId)).size).toBe(1);
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 1);
    await type('Mail from supervisor: take the simple way');
    await submissions(1);
    expect(await readFile(path.join(repo, 'done.txt'), 'utf8')).toBe('done\n');
  });

  it('shows a refusal, tries again, and says so in the end', async () => {
    refusals = ['no', 'no', 'no'].map((word) => `Refused: ${word}.`);
    await start('WORKER', forSubtask({ steps: [{ do: 'write', path: 'x', content: 'x\n' }] }));
    await type('go');
    await terminal.screenWith(`agent-${round}`, 'My work was not taken: Refused: no.');
    await waitFor('BLOCKED', () => state === 'BLOCKED');
  });

  it('waits for a server that is away', async () => {
    await start('WORKER', forSubtask({ steps: [{ do: 'write', path: 'x', content: 'x\n' }] }));
    const port = Number(new URL(server.url).port);
    await server.stop();
    await type('go');
    await terminal.screenWith(`agent-${round}`, 'The server cannot be reached');
    server = await startPracticeServer(fakeTools(), port);
    await submissions(1);
    expect(server.of('prompt_seen')).toHaveLength(1);
  });
});

describe('a practice supervisor', () => {
  it('makes a plan, asks for changes once, approves, and opens the final pull request', async () => {
    await start('SUPERVISOR', {
      subtasks: [
        { key: 'a', title: 'First', askForChanges: 1 },
        { key: 'b', title: 'Second', dependsOn: ['a'] },
      ],
    });
    await type('Plan it.');
    await waitFor('the plan', () => server.of('turn_ended').length === 1);
    const creations = server.mcp.calls.filter((call) => call.tool === 'create');
    expect(creations.map((call) => call.input)).toMatchObject([
      { title: 'First', dependsOn: [] },
      { title: 'Second', dependsOn: [subtasks[0]?.id] },
    ]);
    move(0, 'REVIEW');
    await type('Mail: first is submitted');
    await waitFor('the change request', () => subtasks[0]?.state === 'IN_PROGRESS');
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 2);
    move(0, 'REVIEW');
    move(1, 'REVIEW');
    await type('Mail: both are submitted');
    await waitFor('the final pull request', () => called('create_final_pr') === 1);
    expect(called('request_changes')).toBe(1);
    expect(called('approve')).toBe(2);
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 3);
    await type('Mail: nothing new');
    await waitFor('the end of the turn', () => server.of('turn_ended').length === 4);
    expect(called('create_final_pr')).toBe(1);
    expect(called('create')).toBe(2);
  });

  it('has a plan for any repository', async () => {
    await start('SUPERVISOR', {});
    await type('Plan it.');
    await waitFor('three subtasks', () => subtasks.length === 3);
  });
});

function forSubtask(subtask: Record<string, unknown>): ScenarioInput {
  return { subtasks: [{ key: 'one', title: TASK.title, ...subtask }] };
}

type ScenarioInput = Partial<Omit<Scenario, 'subtasks' | 'steps'>> & {
  subtasks?: unknown[];
  steps?: unknown[];
};

async function start(role: Role, scenario: ScenarioInput, resume = false): Promise<void> {
  const provider = createPracticeProvider({ rootDir: world.dir });
  const context = launchContext(role, scenario, resume);
  await mkdir(context.filesDir, { recursive: true });
  expect(await provider.canResume(context)).toBe(resume);
  const launch = await provider.launch(context);
  expect(launch.argv.join(' ')).not.toContain(TOKEN);
  for (const file of launch.files) await writeFile(file.path, file.content, { mode: file.mode });
  const name = `agent-${round}`;
  await terminal.start({ name, cwd: repo, argv: launch.argv, env: launch.env });
  await terminal.screenWith(name, 'Waiting for work');
}

function launchContext(role: Role, scenario: ScenarioInput, resume: boolean): LaunchContext {
  return {
    agent: {
      id: `agent-${round}`,
      role,
      name: 'worker-a1b2c3d4',
      model: null,
      permissionMode: 'auto',
      providerSessionId: 'conversation',
    },
    sessionId: 'session',
    worktree: repo,
    filesDir: path.join(world.dir, `files-${round}`),
    serverUrl: server.url,
    token: TOKEN,
    systemPrompt: '',
    tools: ['task.create', 'git.rebase', 'mail.send', 'agent.get_task', 'system.log_decision'],
    resume,
    settings: { scenario: JSON.stringify(scenario) },
  };
}

async function type(text: string): Promise<void> {
  await terminal.tmux.pasteText({ name: `agent-${round}`, text });
  await terminal.tmux.sendEnter({ name: `agent-${round}` });
}

function readTranscript(): Promise<string> {
  return readFile(path.join(world.dir, `files-${round}`, 'practice', 'conversation.jsonl'), 'utf8');
}

function called(tool: string): number {
  return server.mcp.calls.filter((call) => call.tool === tool).length;
}

async function submissions(count: number): Promise<void> {
  await waitFor(`${count} submissions`, () => called('create_pr') === count, {
    instead: () => terminal.tmux.capture({ name: `agent-${round}`, historyLines: 200 }),
  });
}

function move(index: number, to: string): void {
  const task = subtasks[index];
  if (task !== undefined) task.state = to;
}

function fakeTools(): TestTool[] {
  const tool = (name: string, run: TestTool['run'], input: TestTool['input'] = {}): TestTool => ({
    server: name.split('.')[0] ?? '',
    name: name.split('.')[1] ?? '',
    description: name,
    input,
    run,
  });
  const any = z.unknown();
  const Chosen = z.object({ taskId: z.string() });
  const choose = (input: unknown, to: string) => {
    const { taskId } = Chosen.parse(input);
    move(
      subtasks.findIndex((task) => task.id === taskId),
      to,
    );
    return `Task ${taskId} is ${to}.`;
  };
  return [
    tool('agent.get_task', () => sayTask('Subtask', TASK.title, state)),
    tool('agent.get_top_level_task', () => sayTask('Epic', 'The epic', 'IN_PROGRESS')),
    tool('task.list', () => `Subtasks by state: some.\n\n${listed(subtasks)}`),
    tool('task.get_review_queue', () => queued(subtasks.filter((task) => task.state === 'REVIEW'))),
    tool(
      'task.create',
      (input) => {
        const { title } = z.object({ title: z.string() }).parse(input);
        const id = `s${subtasks.length}b2c3d4e5f6a7b8c9d0e1f2`;
        subtasks.push({ id, title, state: 'PENDING' });
        return `Created subtask ${id}: “${title}”.`;
      },
      { title: any, description: any, acceptanceCriteria: any, dependsOn: any, priority: any },
    ),
    tool('task.approve', (input) => choose(input, 'COMPLETED'), { taskId: any }),
    tool('task.request_changes', (input) => choose(input, 'IN_PROGRESS'), { taskId: any, feedback: any }),
    tool('task.create_final_pr', () => 'Opened.'),
    tool(
      'task.create_pr',
      () => {
        const refusal = refusals.shift();
        if (refusal !== undefined) throw new Error(refusal);
        return 'Submitted.';
      },
      { summary: any },
    ),
    tool(
      'task.update_state',
      (input) => {
        state = z.object({ state: z.string() }).parse(input).state;
        return `Your task is ${state}.`;
      },
      { state: any, reason: any },
    ),
    tool('git.get_diff', () => 'diff', { taskId: any }),
    tool(
      'git.rebase',
      async (input) => {
        const goesOn = z.object({ step: z.literal('continue').optional() }).parse(input).step !== undefined;
        await world.git(repo, 'rebase', goesOn ? '--continue' : 'epic').catch(() => undefined);
        return goesOn ? 'Your branch is on top of epic now.' : 'The rebase stopped at a conflict.';
      },
      { step: z.string().optional() },
    ),
    tool('mail.reply', () => 'Sent.', { mailId: any, body: any }),
    tool('mail.send', () => 'Sent.', { to: any, subject: any, body: any }),
    tool('system.log_decision', () => 'Logged.', { decision: any, reasoning: any }),
  ];
}

function sayTask(kind: string, title: string, now: string): string {
  return `${kind} ${TASK.id}: ${title}\nState: ${now}\nBranch: b\n\n## Description\n\n${TASK.description}`;
}

/** As the server says it; the last one has been approved and waits to be merged. */
function queued(tasks: typeof subtasks): string {
  const waits = '   Waits for you: look with git.get_diff, then task.approve or task.request_changes.';
  const approved = '   Approved already; the merge queue has it.';
  return [...tasks, { id: APPROVED, title: 'In line', state: 'REVIEW' }]
    .map(({ id, title }, n) => `${n + 1}. ${id} “${title}” (#${n})\n${id === APPROVED ? approved : waits}`)
    .join('\n\n');
}

function listed(tasks: typeof subtasks): string {
  return tasks.map((task) => `- ${task.id} ${task.state} “${task.title}”`).join('\n');
}
