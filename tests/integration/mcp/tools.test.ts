import { mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { findLiveAgent, listAgents, retireAgent } from '@/backend/resource_accessors/agent.accessor';
import { listDecisions } from '@/backend/resource_accessors/decision.accessor';
import { listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { endExecution, ensureExecution } from '@/backend/resource_accessors/execution.accessor';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { ToolOutcome } from '@/backend/resource_accessors/tool_call.accessor';
import { listToolCalls } from '@/backend/resource_accessors/tool_call.accessor';
import type { Tool } from '@/backend/routers/mcp/define_tool';
import { TOOLS } from '@/backend/routers/mcp/tools';
import { addSubtask } from '@/backend/services/task/create_subtask';
import { pauseTask } from '@/backend/services/task/pause_task';
import { resumeTask } from '@/backend/services/task/resume_task';
import { writeFiles } from '../../support/git';
import { type Actor, type McpWorld, openMcpWorld } from './world';

const NOBODY = 'zzzzzzzzzzzzzzzzzzzzzzzz';

let world: McpWorld;
let epic: Task;
let supervisor: Actor;
let task: Task;
let worker: Actor;
/** Somebody else's epic, subtask and people. */
let foreign: { epic: Task; supervisor: Actor; task: Task; worker: Actor };
/** People whose epic is with the human, and whose subtask has ended. */
let late: { epic: Task; supervisor: Actor; task: Task; worker: Actor };
let pending: Task;
let foreignMail: string;

beforeAll(async () => {
  world = await openMcpWorld();
  ({ epic, supervisor } = await world.makeEpic());
  ({ task, worker } = await world.makeSubtask(epic, { title: 'Standing', description: 'Stand there.' }));
  const other = await world.makeEpic({ title: 'Another epic' });
  foreign = { ...other, ...(await world.makeSubtask(other.epic, { title: 'Theirs' })) };
  const over = await world.makeEpic({ title: 'Handed in' });
  late = { ...over, ...(await world.makeSubtask(over.epic, { title: 'Landed' })) };
  await world.move(late.task, 'REVIEW');
  await world.move(late.task, 'COMPLETED');
  await world.move(late.epic, 'REVIEW');
  pending = await world.store.write((tx) =>
    addSubtask(tx, world.deps, {
      epic,
      project: world.project,
      siblings: [],
      wanted: { title: 'Not begun', description: 'Later.' },
    }),
  );
  const secret = { to: 'supervisor', subject: 'Secret', body: 'Ours.' };
  const { text } = await world.call(foreign.worker, 'mail.send', secret);
  foreignMail = /[a-z0-9]{24}/.exec(text)?.[0] ?? '';
});
afterAll(() => world.close());

/** The columns of the table that every tool has to have a row in; the other two are made from the list of tools. */
type Kind = 'another epic’s task' | 'wrong state' | 'bad input';

type Case = {
  kind: Kind;
  what: string;
  as: 'supervisor' | 'worker' | 'late supervisor' | 'late worker';
  tool: string;
  input?: () => Record<string, unknown>;
  outcome: Exclude<ToolOutcome, 'OK'>;
  says: string | RegExp;
};

const anothersSubtask = (tool: string, rest: Record<string, unknown> = {}): Case => ({
  kind: 'another epic’s task',
  what: 'another epic’s task',
  as: 'supervisor',
  tool,
  input: () => ({ taskId: foreign.task.id, ...rest }),
  outcome: 'FORBIDDEN',
  says: /^Task [a-z0-9]{24} is not a subtask of your epic\. Call task\.list for the ids of your subtasks\.$/,
});
const anothersTask = (tool: string, rest: Record<string, unknown> = {}): Case => ({
  kind: 'another epic’s task',
  what: 'a sibling’s or another epic’s task',
  as: 'worker',
  tool,
  input: () => ({ taskId: foreign.task.id, ...rest }),
  outcome: 'FORBIDDEN',
  says: /^Task [a-z0-9]{24} is not yours\. You may only name your own task, [a-z0-9]{24}; leave taskId out to mean it\.$/,
});
const noTask = (tool: string, rest: Record<string, unknown> = {}): Case => ({
  kind: 'bad input',
  what: 'a task that is not there',
  as: 'supervisor',
  tool,
  input: () => ({ taskId: NOBODY, ...rest }),
  outcome: 'REFUSED',
  says: `There is no task ${NOBODY}.`,
});
const bad = (tool: string, as: Case['as'], input: Record<string, unknown>, says: string | RegExp): Case => ({
  kind: 'bad input',
  what: `bad input ${JSON.stringify(input).slice(0, 60)}`,
  as,
  tool,
  input: () => input,
  outcome: 'INVALID',
  says,
});
const wrong = (
  tool: string,
  as: Case['as'],
  says: string | RegExp,
  input: Case['input'] = () => ({}),
): Case => ({ kind: 'wrong state', what: 'wrong state', as, tool, input, outcome: 'REFUSED', says });

const REFUSALS: Case[] = [
  bad(
    'task.create',
    'supervisor',
    { title: '', description: 'x' },
    'task.create did not understand its input: title: Give it a title. It takes: title, description, acceptanceCriteria, dependsOn, priority. Correct that and call it again.',
  ),
  bad(
    'task.create',
    'supervisor',
    { title: 'a\nb', description: '' },
    /title: Keep the title on one line; description: Describe the subtask/,
  ),
  bad(
    'task.create',
    'supervisor',
    { title: 'x', description: 'y', dependsOn: ['me'] },
    'dependsOn.0: not an id of ours',
  ),
  bad(
    'task.create',
    'supervisor',
    { title: 'x', description: 'y', dependsOn: [NOBODY] },
    `dependsOn names ${NOBODY}, which is not a subtask of this epic.`,
  ),
  {
    ...anothersSubtask('task.create'),
    input: () => ({ title: 'x', description: 'y', dependsOn: [foreign.task.id] }),
    outcome: 'INVALID',
    says: /^dependsOn names [a-z0-9]{24}, which is not a subtask of this epic\./,
  },
  wrong(
    'task.create',
    'late supervisor',
    'Your epic is REVIEW, so it takes no more subtasks. Its final pull request is with the human; wait for the answer, which comes by mail.',
    () => ({ title: 'x', description: 'y' }),
  ),
  bad('task.list', 'supervisor', { states: ['DONE'] }, /states\.0: Invalid option/),
  bad('task.get_review_queue', 'supervisor', { offset: -1 }, /offset: /),
  anothersSubtask('task.approve'),
  noTask('task.approve'),
  bad('task.approve', 'supervisor', {}, 'taskId: '),
  bad(
    'task.approve',
    'supervisor',
    { taskId: NOBODY, headSha: 'abc' },
    'headSha: give the full commit id that task.get_review_queue shows',
  ),
  wrong(
    'task.approve',
    'supervisor',
    '“Standing” is IN_PROGRESS; only a task in REVIEW can be approved. Wait until its worker submits it.',
    () => ({ taskId: task.id }),
  ),
  anothersSubtask('task.request_changes', { feedback: 'No.' }),
  bad(
    'task.request_changes',
    'supervisor',
    { taskId: NOBODY, feedback: ' ' },
    'feedback: Say what has to change',
  ),
  wrong(
    'task.request_changes',
    'supervisor',
    '“Standing” is IN_PROGRESS; changes are requested of a task in REVIEW. Write a mail to its worker instead (mail.send).',
    () => ({ taskId: task.id, feedback: 'More.' }),
  ),
  anothersSubtask('task.force_complete', { reason: 'By hand.' }),
  bad('task.force_complete', 'supervisor', { taskId: NOBODY, reason: '' }, 'reason: Say why'),
  wrong(
    'task.force_complete',
    'supervisor',
    '“Not begun” is PENDING and cannot be completed by force. Cancel it instead (task.cancel): nothing was done yet.',
    () => ({ taskId: pending.id, reason: 'By hand.' }),
  ),
  anothersSubtask('task.cancel', { reason: 'Not needed.' }),
  noTask('task.cancel', { reason: 'Not needed.' }),
  bad('task.cancel', 'supervisor', { taskId: NOBODY }, 'reason: '),
  wrong(
    'task.cancel',
    'late supervisor',
    '“Landed” is COMPLETED and cannot be cancelled. Nothing of it runs any more.',
    () => ({ taskId: late.task.id, reason: 'Not needed.' }),
  ),
  anothersSubtask('task.retry', { note: 'Again.' }),
  bad('task.retry', 'supervisor', { taskId: NOBODY, note: ' ' }, 'note: Say why'),
  wrong(
    'task.retry',
    'supervisor',
    '“Standing” is IN_PROGRESS; only what is FAILED or BLOCKED is retried. Write to its worker with mail.send, or wait for it.',
    () => ({ taskId: task.id, note: 'Again.' }),
  ),
  bad('task.create_final_pr', 'supervisor', { title: 'x' }, /Unrecognized key: "title". It takes: summary\./),
  wrong(
    'task.create_final_pr',
    'supervisor',
    /subtasks are not finished: .*Standing .* is IN_PROGRESS.* Review those in REVIEW \(task\.get_review_queue\), wait for the others to be submitted, and give up what is not needed with task\.cancel\.$/,
  ),
  bad(
    'task.update_state',
    'worker',
    { state: 'COMPLETED', reason: 'Done.' },
    'state: you may report BLOCKED, FAILED or IN_PROGRESS; finished work is submitted with task.create_pr',
  ),
  bad('task.update_state', 'worker', { state: 'BLOCKED' }, 'reason: '),
  wrong(
    'task.update_state',
    'late worker',
    'This task is COMPLETED and cannot become BLOCKED. COMPLETED is final: create a new task instead.',
    () => ({ state: 'BLOCKED', reason: 'Late.' }),
  ),
  bad('task.create_pr', 'worker', { taskId: NOBODY }, 'Unrecognized key: "taskId"'),
  wrong(
    'task.create_pr',
    'worker',
    /has no commit that factoryfactory\/top-level-\w{8} does not have\. Commit your work first\./,
  ),
  anothersSubtask('task.get_pr_status'),
  anothersTask('task.get_pr_status'),
  bad('task.get_pr_status', 'worker', { taskId: 7 }, 'taskId: '),
  {
    ...anothersSubtask('task.add_dependency'),
    input: () => ({ taskId: foreign.task.id, dependsOnId: task.id }),
  },
  {
    ...anothersSubtask('task.add_dependency'),
    what: 'to wait for another epic’s task',
    input: () => ({ taskId: pending.id, dependsOnId: foreign.task.id }),
  },
  bad('task.add_dependency', 'supervisor', {}, /taskId: .*; dependsOnId: /),
  wrong(
    'task.add_dependency',
    'supervisor',
    '“Standing” is IN_PROGRESS: it has started already and cannot be made to wait.',
    () => ({ taskId: task.id, dependsOnId: task.id }),
  ),
  anothersSubtask('git.get_diff'),
  anothersTask('git.get_diff'),
  noTask('git.get_diff'),
  bad('git.get_diff', 'worker', { paths: ['../x'] }, '"../x" is not a path inside the repository.'),
  anothersSubtask('git.log'),
  anothersTask('git.log'),
  bad('git.log', 'worker', { limit: 1000 }, 'limit: '),
  anothersSubtask('git.read_worktree_file', { path: 'README.md' }),
  anothersTask('git.read_worktree_file', { path: 'README.md' }),
  bad(
    'git.read_worktree_file',
    'worker',
    { path: '/etc/passwd' },
    '"/etc/passwd" is not a path inside the repository.',
  ),
  bad('git.read_worktree_file', 'worker', { path: '../../secret' }, 'is not a path inside the repository.'),
  bad('git.read_worktree_file', 'worker', { path: '.git/config' }, 'is not a path inside the repository.'),
  wrong('git.read_worktree_file', 'worker', 'There is no file "nowhere.txt" in the worktree.', () => ({
    path: 'nowhere.txt',
  })),
  bad('git.rebase', 'worker', { step: 'skip' }, 'step: '),
  wrong(
    'git.rebase',
    'worker',
    /^No rebase is open in .*\. There is nothing to go on with or to give up\.$/,
    () => ({ step: 'abort' }),
  ),
  bad('mail.send', 'worker', { to: 'human', subject: 'x', body: '' }, 'body: Write something'),
  {
    ...bad(
      'mail.send',
      'worker',
      { to: 'worker-1', subject: 'x', body: 'y' },
      'You may not write to “worker-1”. A worker writes to "supervisor" or to "human".',
    ),
    outcome: 'FORBIDDEN',
  },
  bad(
    'mail.send',
    'supervisor',
    { to: 'supervisor', subject: 'x', body: 'y' },
    'You are the supervisor yourself.',
  ),
  { ...anothersSubtask('mail.send'), input: () => ({ to: foreign.task.id, subject: 'x', body: 'y' }) },
  wrong(
    'mail.send',
    'supervisor',
    '“Not begun” is PENDING: its worker has not started yet. Write when it is IN_PROGRESS; the worker is given the description when it starts.',
    () => ({ to: pending.id, subject: 'x', body: 'y' }),
  ),
  bad('mail.list_inbox', 'worker', { limit: 0 }, 'limit: '),
  ...(['worker', 'supervisor'] as const).flatMap((as) =>
    (['mail.read', 'mail.reply'] as const).map(
      (tool): Case => ({
        ...anothersSubtask(tool),
        what: 'mail of another epic',
        as,
        input: () => ({ mailId: foreignMail, ...(tool === 'mail.reply' ? { body: 'Hm.' } : {}) }),
        says: /^Mail [a-z0-9]{24} is not addressed to you\. Call mail\.list_inbox for the ids of your own mail\.$/,
      }),
    ),
  ),
  bad('mail.read', 'worker', { mailId: 'x' }, 'mailId: not an id of ours'),
  wrong('mail.read', 'worker', `There is no mail ${NOBODY}.`, () => ({ mailId: NOBODY })),
  bad('mail.reply', 'worker', { mailId: NOBODY, body: '' }, 'body: Write something'),
  wrong('mail.reply', 'worker', `There is no mail ${NOBODY}.`, () => ({ mailId: NOBODY, body: 'Hm.' })),
  anothersSubtask('agent.get_status'),
  anothersTask('agent.get_status'),
  bad('agent.get_status', 'worker', { taskId: 'me' }, 'taskId: not an id of ours'),
  anothersSubtask('agent.get_task'),
  anothersTask('agent.get_task'),
  bad('agent.get_task', 'worker', { offset: 'x' }, 'offset: '),
  bad('agent.get_top_level_task', 'worker', { taskId: NOBODY }, 'Unrecognized key: "taskId"'),
  bad('system.log_decision', 'worker', { decision: 'x' }, 'reasoning: '),
  bad(
    'system.log_decision',
    'supervisor',
    { decision: 'x', reasoning: 'y', context: { a: 1 } },
    'context.a: ',
  ),
];

describe('a call that may not be', () => {
  it.each(REFUSALS)('$tool by the $as: $what', async ({ as, tool, input, outcome, says }) => {
    const actor = whoIs(as);
    const before = await everything();
    const answer = await world.call(actor, tool, input?.() ?? {});
    expect(answer.ok).toBe(false);
    if (typeof says === 'string') expect(answer.text).toContain(says);
    else expect(answer.text).toMatch(says);
    expect(await everything()).toEqual(before);
    const [call] = await listToolCalls(world.store, { agentId: actor.agent.id, limit: 1 });
    expect(call).toMatchObject({ tool, outcome, message: answer.text.slice(0, 2000) });
  });

  const outsiders = TOOLS.flatMap(({ fullName, roles }) =>
    ROLES.filter((role) => !roles.includes(role)).map((role) => ({ tool: fullName, role, roles })),
  );
  it.each(outsiders)('$tool by a $role: forbidden by role', async ({ tool, role, roles }) => {
    const actor = role === 'WORKER' ? worker : supervisor;
    const before = await everything();
    const answer = await world.call(actor, tool, { taskId: task.id });
    const whose = roles.map((one) => one.toLowerCase()).join(' or the ');
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain(
      `${tool} is for the ${whose}; you are a ${role.toLowerCase()}. Your tools are: agent.get_task, `,
    );
    expect(await everything()).toEqual(before);
    const [call] = await listToolCalls(world.store, { agentId: actor.agent.id, limit: 1 });
    expect(call).toMatchObject({ tool, outcome: 'FORBIDDEN' });
  });

  it('any tool: a field that it does not have', async () => {
    for (const { fullName, roles } of TOOLS) {
      const actor = roles.includes('WORKER') ? worker : supervisor;
      const before = await everything();
      const answer = await world.call(actor, fullName, { whoami: supervisor.agent.id });
      expect(answer, fullName).toMatchObject({ ok: false, text: expect.stringContaining('"whoami"') });
      expect(answer.text).toContain(`${fullName} did not understand its input: `);
      expect(await everything()).toEqual(before);
    }
  });

  it('has a row for every tool that can be given another’s id, or be called too early or too late', () => {
    const missing = TOOLS.flatMap((tool) =>
      columnsOf(tool)
        .filter((kind) => !REFUSALS.some((row) => row.tool === tool.fullName && row.kind === kind))
        .map((kind) => `${tool.fullName}: ${kind}`),
    );
    expect(missing).toEqual([]);
  });

  /** All that a tool could have changed, as events tell it; calls themselves and refusals are logged. */
  async function everything() {
    const events = world.store.tail.read(0, 100_000);
    return events.filter((event) => event.kind !== 'tool.called' && event.kind !== 'decision.logged').length;
  }
});

const ROLES = ['SUPERVISOR', 'WORKER'] as const;

function whoIs(as: Case['as']): Actor {
  return { supervisor, worker, 'late supervisor': late.supervisor, 'late worker': late.worker }[as];
}

/** Fields by which a call reaches for something that may be somebody else's. */
const REACHING = ['taskId', 'dependsOnId', 'dependsOn', 'to', 'mailId'];
/** A note can be taken at any time. */
const TIMELESS = ['system.log_decision'];

function columnsOf({ fullName, readOnly, listed }: Tool): Kind[] {
  const fields = Object.keys(listed.inputSchema.properties ?? {});
  const reaches = fields.some((field) => REACHING.includes(field));
  const timely = !readOnly && !TIMELESS.includes(fullName);
  return [
    ...(reaches ? (['another epic’s task'] as const) : []),
    ...(timely ? (['wrong state'] as const) : []),
    ...(fields.length > 0 ? (['bad input'] as const) : []),
  ];
}

describe('task.create', () => {
  it('makes a subtask of the own epic, which the reconciler will start', async () => {
    const first = await world.call(supervisor, 'task.create', {
      title: 'First',
      description: 'Do the first.',
    });
    const id = /Created subtask ([a-z0-9]{24})/.exec(first.text)?.[1] ?? '';
    expect(first.text).toBe(
      `Created subtask ${id}: “First”, on the branch factoryfactory/task-${id.slice(0, 8)}.\nIts worker starts when there is room and what it depends on has landed. You get a mail when it submits.`,
    );
    const second = await world.call(supervisor, 'task.create', {
      title: 'Second',
      description: 'Then this.',
      acceptanceCriteria: 'It is there.',
      dependsOn: [id],
      priority: 5,
    });
    expect(second.ok).toBe(true);
    const list = await world.call(supervisor, 'task.list', { states: ['PENDING'] });
    expect(list.text).toMatch(/PENDING “Second”; waits for “First” \(PENDING\); priority 5/);
  });

  it('does not make two of one when the answer was lost, not even at once', async () => {
    const input = { title: 'Only once', description: 'Do it.' };
    const answers = await Promise.all([1, 2, 3].map(() => world.call(supervisor, 'task.create', input)));
    const ids = new Set(answers.map(({ text }) => /[a-z0-9]{24}/.exec(text)?.[0]));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ text }) => text.startsWith('Created'))).toHaveLength(1);
    const again = await world.call(supervisor, 'task.create', { ...input, title: '  only  ONCE ' });
    expect(again.text).toMatch(
      /^There is already a live subtask with this title, [a-z0-9]{24}, which is PENDING; nothing new was created\./,
    );
  });

  it('is refused once the epic is with the human', async () => {
    const { epic: done, supervisor: boss } = await world.makeEpic();
    await world.move(done, 'REVIEW');
    const answer = await world.call(boss, 'task.create', { title: 'Late', description: 'Too late.' });
    expect(answer).toEqual({
      ok: false,
      text: 'Your epic is REVIEW, so it takes no more subtasks. Its final pull request is with the human; wait for the answer, which comes by mail.',
    });
  });

  it('says that a plan waits for the human', async () => {
    const { supervisor: boss } = await world.makeEpic({ planFirst: true });
    const answer = await world.call(boss, 'task.create', { title: 'Planned', description: 'Later.' });
    expect(answer.text).toMatch(
      /The plan of this epic waits for the human, so no worker starts yet\. Create the rest of the plan, tell the human with mail\.send/,
    );
  });
});

describe('task.list and task.add_dependency', () => {
  it('pages, and refuses a circle', async () => {
    const { supervisor: boss } = await world.makeEpic();
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C']) {
      const { text } = await world.call(boss, 'task.create', { title, description: title });
      ids.push(/[a-z0-9]{24}/.exec(text)?.[0] ?? '');
    }
    const [a, b, c] = ids;
    const page = await world.call(boss, 'task.list', { limit: 2 });
    expect(page.text).toMatch(
      /^Subtasks by state: PENDING 3\.\n\n- \S+ PENDING “A”\n- \S+ PENDING “B”\n\(1 more: call again with offset 2\.\)$/,
    );
    expect((await world.call(boss, 'task.list', { offset: 2 })).text).toMatch(/\n\n- \S+ PENDING “C”$/);
    const link = (taskId?: string, dependsOnId?: string) =>
      world.call(boss, 'task.add_dependency', { taskId, dependsOnId });
    expect(await link(b, a)).toEqual({ ok: true, text: '“B” now waits until “A” (PENDING) has landed.' });
    expect((await link(b, a)).text).toBe('“B” waits for “A” already; nothing was changed.');
    expect((await link(c, b)).ok).toBe(true);
    expect(await link(a, c)).toEqual({
      ok: false,
      text: '“C” already waits for “A”, directly or through others, so neither could ever start. Leave one of the two dependencies out.',
    });
    expect((await link(a, a)).text).toBe('“A” cannot wait for itself. Name two different subtasks.');
  });

  it('says so when there is nothing yet', async () => {
    const { supervisor: boss } = await world.makeEpic();
    expect((await world.call(boss, 'task.list')).text).toBe(
      'Your epic has no subtasks yet. Create them with task.create.',
    );
    expect((await world.call(boss, 'task.get_review_queue')).text).toMatch(/^Nothing waits for review\./);
  });
});

describe('task.update_state', () => {
  it('reports a block to the supervisor, goes on, and gives up', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Hard' });
    const report = (state: string, reason = 'No access to the service.') =>
      world.call(me, 'task.update_state', { state, reason });
    expect((await report('BLOCKED')).text).toBe(
      'Your task is BLOCKED. Your supervisor was told. End your turn now; the answer comes to you as a mail.',
    );
    expect((await report('BLOCKED')).text).toBe(
      'Your task is BLOCKED already; nothing was changed and nobody was told again.',
    );
    const [mail, ...rest] = await listMail(world.store, {
      toAgentId: supervisor.agent.id,
      taskId: mine.id,
      limit: 9,
    });
    expect(rest).toEqual([]);
    expect(mail).toMatchObject({ kind: 'failure', subject: '“Hard” is blocked', fromAgentId: me.agent.id });
    // In the way is something else now: that is told, once.
    for (const text of [/Your supervisor was told\./, /nobody was told again\.$/]) {
      expect((await report('BLOCKED', 'The disk is full.')).text).toMatch(text);
    }
    const mails = await listMail(world.store, { toAgentId: supervisor.agent.id, taskId: mine.id, limit: 9 });
    expect(mails.map(({ body }) => body.split('\n')[0])).toEqual([
      'The disk is full.',
      'No access to the service.',
    ]);
    expect((await world.reload(mine)).stateReason).toBe('The disk is full.');
    expect(await listUnseen(world.store, supervisor.agent.id)).toContainEqual(
      expect.objectContaining({ mailId: mail?.id }),
    );
    expect((await report('IN_PROGRESS')).text).toBe('Your task is IN_PROGRESS again. Go on.');
    expect((await report('FAILED', 'It cannot be done.')).text).toMatch(
      /^Your task is FAILED\. Your supervisor was told\./,
    );
    expect(await world.reload(mine)).toMatchObject({ state: 'FAILED', stateReason: 'It cannot be done.' });
    expect(world.facts.at(-1)).toMatchObject({ kind: 'task_failed', taskId: mine.id, forced: true });
    expect((await report('BLOCKED')).text).toBe(
      'This task is FAILED and cannot become BLOCKED. From FAILED it can become IN_PROGRESS, PENDING.',
    );
  });

  it('takes away a lock that a git process left, instead of calling anybody', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Locked out' });
    const gitDir = await world.git.git(mine.worktreePath, 'rev-parse', '--absolute-git-dir');
    const lock = path.join(gitDir, 'index.lock');
    const reason = `fatal: Unable to create '${lock}': File exists.`;
    const report = () => world.call(me, 'task.update_state', { state: 'BLOCKED', reason });
    await writeFile(lock, '');
    const old = new Date(Date.now() - 60_000);
    await utimes(lock, old, old);
    expect((await report()).text).toMatch(/^What was in your way is gone\. Removed .*index\.lock.*Try again/);
    expect(await world.reload(mine)).toMatchObject({ state: 'IN_PROGRESS' });
    await expect(stat(lock)).rejects.toThrow();
    expect((await report()).text).toMatch(/^Your task is BLOCKED\./);
  });

  it('does not take work back out of review', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic);
    await world.move(mine, 'REVIEW');
    const answer = await world.call(me, 'task.update_state', {
      state: 'IN_PROGRESS',
      reason: 'I want it back.',
    });
    expect(answer.text).toMatch(/^Your task is in REVIEW: it is with the reviewer now\. Wait for the answer/);
    expect((await world.reload(mine)).state).toBe('REVIEW');
  });

  it('tells the human of a quick task, which has no supervisor', async () => {
    const { epic: quick } = await world.makeEpic({ quick: true, title: 'Quick' });
    const me = await world.hire(quick, 'WORKER');
    expect(
      (await world.call(me, 'task.update_state', { state: 'BLOCKED', reason: 'Which one?' })).text,
    ).toContain('The human was told.');
    expect(await listMail(world.store, { taskId: quick.id, limit: 2 })).toEqual([
      expect.objectContaining({ toParty: 'HUMAN', subject: '“Quick” is blocked' }),
    ]);
    expect((await world.call(me, 'mail.send', { to: 'supervisor', subject: 'x', body: 'y' })).text).toBe(
      'This task has no supervisor: the human reviews it directly. Write to "human" instead.',
    );
    expect((await world.call(me, 'agent.get_top_level_task')).text).toMatch(/^Task [a-z0-9]{24}: Quick\n/);
  });
});

describe('task.retry and task.cancel', () => {
  it('lets the same worker try again, with what to do differently, a few times', async () => {
    const { epic: whole, supervisor: boss } = await world.makeEpic({ title: 'Hard' });
    const { task: mine, worker: me } = await world.makeSubtask(whole, { title: 'Tricky' });
    for (let attempt = 1; attempt <= 4; attempt++) {
      await world.store.write(async (tx) => {
        await ensureExecution(tx, { id: newId(), taskId: mine.id });
        await endExecution(tx, mine.id, { state: 'FAILED', reason: 'It broke.' });
      });
      await world.call(me, 'task.update_state', { state: 'FAILED', reason: 'It broke.' });
      const answer = await world.call(boss, 'task.retry', { taskId: mine.id, note: 'Use the other way.' });
      if (attempt === 4) {
        expect(answer.text).toBe(
          '“Tricky” was tried 4 times. Cut the work differently with task.create and give this one up with task.cancel, or ask the human with mail.send.',
        );
        continue;
      }
      expect(answer.text).toMatch(/^“Tricky” is PENDING again; its worker goes on when there is room/);
      const told = (await listMail(world.store, { agentId: me.agent.id, limit: 1 }))[0];
      expect(told).toMatchObject({ fromAgentId: boss.agent.id, kind: 'recovery' });
      expect(told?.body).toContain('Use the other way.');
      await world.move(mine, 'IN_PROGRESS');
    }
  });

  it('goes on with what was blocked, but not with what the human holds', async () => {
    const { epic: whole, supervisor: boss } = await world.makeEpic({ title: 'Held' });
    const { task: mine } = await world.makeSubtask(whole, { title: 'On hold' });
    await world.move(mine, 'BLOCKED');
    await pauseTask(world.deps, { taskId: mine.id });
    const again = () => world.call(boss, 'task.retry', { taskId: mine.id, note: 'Go on.' });
    expect((await again()).text).toBe(
      'The human holds “On hold”. Go on with the others; ask the human with mail.send if you need it.',
    );
    await resumeTask(world.deps, { taskId: mine.id });
    expect((await again()).text).toMatch(/^“On hold” is IN_PROGRESS again/);
  });

  it('gives up in every state that is not over, names who waits in vain, and opens the way to the end', async () => {
    const { epic: whole, supervisor: boss } = await world.makeEpic({ title: 'Too much' });
    const titles = ['Pending', 'In progress', 'Blocked', 'Failed', 'In review'];
    const tasks = new Map<string, Task>();
    for (const title of titles) tasks.set(title, (await world.makeSubtask(whole, { title })).task);
    const failed = tasks.get('Failed') ?? whole;
    await world.store.write((tx) =>
      addSubtask(tx, world.deps, {
        epic: whole,
        project: world.project,
        siblings: [failed],
        wanted: { title: 'After', description: 'x', dependsOn: [failed.id] },
      }),
    );
    await world.move(tasks.get('Blocked') ?? whole, 'BLOCKED');
    await world.move(failed, 'FAILED');
    await world.move(tasks.get('In review') ?? whole, 'REVIEW');
    await world.move(tasks.get('Pending') ?? whole, 'FAILED');
    await world.move(tasks.get('Pending') ?? whole, 'PENDING');
    const cancel = (id: string) => world.call(boss, 'task.cancel', { taskId: id, reason: 'Not needed.' });
    for (const [title, { id, branchName }] of tasks) {
      const { ok, text } = await cancel(id);
      expect({ title, ok }).toEqual({ title, ok: true });
      expect(text).toContain(`“${title}” is CANCELLED. What it committed stays on ${branchName}.`);
      const waits = /These wait for it and will not start: ([a-z0-9]{24}) “After”\./.exec(text)?.[1];
      expect(waits !== undefined).toBe(title === 'Failed');
      if (waits !== undefined) expect((await cancel(waits)).ok).toBe(true);
    }
    const [decision] = await listDecisions(world.store, { agentId: boss.agent.id, limit: 1 });
    expect(decision).toMatchObject({ decision: 'Cancelled “In review”', reasoning: 'Not needed.' });
    // Nothing is open any more: the only thing that the final pull request lacks is work.
    expect((await world.call(boss, 'task.create_final_pr')).text).toMatch(
      /^factoryfactory\/\S+ has nothing that/,
    );
  });
});

describe('from submission to the final pull request', () => {
  it('goes through review with evidence, back to the worker, and on', async () => {
    const { epic: whole, supervisor: boss } = await world.makeEpic({ title: 'Whole' });
    const { task: mine, worker: me } = await world.makeSubtask(whole, { title: 'Part' });
    expect((await world.call(me, 'task.get_pr_status')).text).toBe(
      '“Part” is IN_PROGRESS and has no pull request yet.',
    );
    await writeFiles(mine.worktreePath, { 'left.txt': 'over\n' });
    expect((await world.call(me, 'task.create_pr')).text).toBe(
      'There are uncommitted changes: left.txt. Commit what belongs to the task, delete or ignore the rest, then submit again.',
    );
    const head = await world.commit(mine, { 'left.txt': 'over\n' });
    const submitted = await world.call(me, 'task.create_pr', { summary: 'Wrote it.' });
    expect(submitted.text).toMatch(
      new RegExp(`^Submitted as #\\d+ at ${head}: 1 commits, 1 files\\. .*\nEnd your turn now\\.`),
    );
    expect((await world.call(me, 'task.create_pr')).text).toContain(
      'was submitted before and is in review; nothing was done again.',
    );
    expect((await world.call(me, 'git.rebase')).text).toMatch(
      /^Your task is REVIEW, so its branch stays as it is\. The merge queue/,
    );
    const queue = await world.call(boss, 'task.get_review_queue');
    expect(queue.text).toMatch(
      new RegExp(
        `^1\\. ${mine.id} “Part” \\(#\\d+\\), submitted .*\n   Head ${head}: 1 commits, 1 files, \\+1 -0\n`,
      ),
    );
    expect(queue.text).toContain('Merges without conflicts.');

    const back = await world.call(boss, 'task.request_changes', {
      taskId: mine.id,
      feedback: 'Name it better.',
      comments: [{ path: 'left.txt', line: 1, body: 'This word.' }],
    });
    expect(back.text).toBe(
      '“Part” is IN_PROGRESS again and its worker was told. You get a mail when it is submitted again.',
    );
    const inbox = await world.call(me, 'mail.list_inbox');
    const mailId = /- ([a-z0-9]{24}) unread .* from supervisor-\w+: Changes requested/.exec(inbox.text)?.[1];
    expect((await world.call(me, 'mail.read', { mailId })).text).toContain('left.txt:1\nThis word.');

    const better = await world.commit(mine, { 'left.txt': 'better\n' });
    expect((await world.call(me, 'task.create_pr')).ok).toBe(true);
    const stale = await world.call(boss, 'task.approve', { taskId: mine.id, headSha: head });
    expect(stale.text).toBe(
      `Newer work was submitted: the head is ${better}, not ${head}. Look at what changed, then approve that head.`,
    );
    const approved = await world.call(boss, 'task.approve', { taskId: mine.id, headSha: better });
    expect(approved.text).toMatch(
      new RegExp(`^Approved #\\d+ at ${better}; it is queued for merging as number 1`),
    );
    const status = await world.call(me, 'task.get_pr_status');
    expect(await world.call(boss, 'task.get_pr_status', { taskId: mine.id })).toEqual(status);
    for (const part of [
      'Mergeable: yes',
      'Merge queue: QUEUED',
      'Review by the supervisor: APPROVED',
      'CHANGES_REQUESTED of an older head',
    ]) {
      expect(status.text).toContain(part);
    }
    expect((await world.call(boss, 'task.get_review_queue')).text).toContain(
      'Approved already; the merge queue has it.',
    );

    await world.git.git(whole.worktreePath, 'merge', '--quiet', '--no-edit', mine.branchName);
    const forced = await world.call(boss, 'task.force_complete', {
      taskId: mine.id,
      reason: 'Merged by hand.',
    });
    expect(forced.text).toBe('“Part” is COMPLETED; its commits are on the epic branch.');
    expect((await world.call(boss, 'task.force_complete', { taskId: mine.id, reason: 'Again.' })).text).toBe(
      '“Part” is COMPLETED and cannot be completed by force. Leave it as it is.',
    );
    expect((await world.call(me, 'task.create_pr')).text).toBe(
      '“Part” is COMPLETED. There is nothing to submit any more: end your turn.',
    );

    const final = await world.call(boss, 'task.create_final_pr', { summary: 'All of it.' });
    expect(final.text).toMatch(/^Opened #\d+ “\[Task\] Whole”, factoryfactory\/top-level-\w{8} → main\. /);
    expect(final.text).toContain('The epic is REVIEW and the human was told.');
    expect((await world.call(boss, 'task.create_final_pr')).text).toContain(
      'is open already and with the human; nothing was done again.',
    );
    expect(await listMail(world.store, { taskId: whole.id, toParty: 'HUMAN', limit: 1 })).toHaveLength(1);
  });

  it('shows the reviewer that the tests are red', async () => {
    await world.store.write((tx) =>
      updateProject(tx, world.project.id, { testCommand: 'echo the reason; exit 3' }),
    );
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Red' });
    await world.commit(mine, { 'red.txt': 'red\n' });
    const submitted = await world.call(me, 'task.create_pr');
    await world.store.write((tx) => updateProject(tx, world.project.id, { testCommand: null }));
    expect(submitted.ok).toBe(true);
    expect(submitted.text).toMatch(
      /FAILED \(echo the reason; exit 3\), exit code 3\. The log ends with:\n[\s\S]*the reason[\s\S]*The reviewer sees that the tests are red\./,
    );
  });
});

describe('git tools', () => {
  it('show the diff with its files and what is not committed, a page at a time', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Diff' });
    await world.commit(mine, {
      'big.txt': Array.from({ length: 4000 }, (_, i) => `line number ${i}\n`).join(''),
      'small.txt': 'small\n',
    });
    await writeFiles(mine.worktreePath, { 'draft.txt': 'not yet\n' });
    const first = await world.call(me, 'git.get_diff');
    expect(first.text).toMatch(
      /^“Diff” \(IN_PROGRESS\): factoryfactory\/task-\w{8} since it parted from factoryfactory\/top-level-\w{8}\.\n- added big\.txt \(\+4000 -0\)\n- added small\.txt \(\+1 -0\)\nNot committed, and not part of this: draft\.txt\.\n/,
    );
    let whole = '';
    for (let offset = 0, pages = 0; pages < 20; pages++) {
      const { text } = await world.call(me, 'git.get_diff', { offset });
      const next = /\n\((\d+) more characters: call again with offset (\d+)\.\)$/.exec(text);
      expect(text.length).toBeLessThan(31_000);
      whole += next === null ? text : text.slice(0, next.index);
      if (next === null) break;
      offset = Number(next[2]);
    }
    expect(whole.match(/^\+line number \d+$/gm)).toHaveLength(4000);
    const some = await world.call(supervisor, 'git.get_diff', { taskId: mine.id, paths: ['small.txt'] });
    expect(some.text).toContain('+small');
    expect(some.text).not.toContain('line number');
    expect((await world.call(me, 'git.get_diff', { offset: 10_000_000 })).text).toMatch(
      /^\(Nothing more: the text has \d+ characters\.\)$/,
    );
  });

  it('list commits, and how far the base has gone', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Log' });
    await world.commit(mine, { 'one.txt': '1\n' }, 'The first\n\nWith a body.');
    await world.commit(mine, { 'two.txt': '2\n' }, 'The second');
    const page = await world.call(me, 'git.log', { limit: 1 });
    expect(page.text).toMatch(
      /has 2 commits that factoryfactory\/top-level-\w{8} has not\.\n\n[0-9a-f]{40} .*\nThe second\n\n\(More: call again with skip 1\.\)$/,
    );
    expect((await world.call(supervisor, 'git.log', { taskId: mine.id, skip: 1 })).text).toContain(
      'The first\nWith a body.',
    );
  });

  it('say that a subtask has not begun', async () => {
    const { text } = await world.call(supervisor, 'task.create', {
      title: 'Not begun',
      description: 'Later.',
    });
    const taskId = /[a-z0-9]{24}/.exec(text)?.[0];
    for (const tool of ['git.get_diff', 'git.log']) {
      expect(await world.call(supervisor, tool, { taskId })).toEqual({
        ok: false,
        text: '“Not begun” is PENDING and has no branch yet. Look again when its worker has started.',
      });
    }
  });

  it('read files of the worktree only, wherever links lead', async () => {
    const { task: mine, worker: me } = await world.makeSubtask(epic, { title: 'Files' });
    await writeFile(path.join(world.git.dir, 'secret.txt'), 'secret\n');
    await symlink(path.join(world.git.dir, 'secret.txt'), path.join(mine.worktreePath, 'file-link'));
    await symlink(world.git.dir, path.join(mine.worktreePath, 'dir-link'));
    await writeFiles(mine.worktreePath, { 'draft.txt': 'a draft\n' });
    await writeFile(path.join(mine.worktreePath, 'binary'), Buffer.from([0, 1, 2]));
    const read = (file: string) => world.call(me, 'git.read_worktree_file', { path: file });
    expect((await read('draft.txt')).text).toBe('draft.txt (8 bytes, in the worktree)\n\na draft\n');
    for (const link of ['file-link', 'dir-link/secret.txt']) {
      expect(await read(link)).toEqual({
        ok: false,
        text: `"${link}" leads out of the worktree. Read only files that are inside it.`,
      });
    }
    expect((await read('binary')).text).toBe(
      '“binary” is a binary file of 3 bytes. Only text can be read here.',
    );
    await mkdir(path.join(mine.worktreePath, 'folder'));
    expect((await read('folder')).ok).toBe(false);
    await rm(mine.worktreePath, { recursive: true });
    expect((await read('README.md')).text).toContain('(9 bytes, on the branch; the worktree is gone)');
  });

  it('rebase onto what has landed, stop at a conflict, go on, and give up', async () => {
    const { epic: base, supervisor: boss } = await world.makeEpic({ title: 'Moving' });
    const { task: mine, worker: me } = await world.makeSubtask(base, { title: 'Rebased' });
    await world.commit(mine, { 'src/a.txt': 'mine\ntwo\nthree\n' });
    expect((await world.call(me, 'git.rebase')).text).toMatch(
      /^Your branch has everything of factoryfactory\/top-level-\w{8} already\./,
    );
    await world.commit(base, { 'other.txt': 'landed\n' });
    const clean = await world.call(me, 'git.rebase');
    expect(clean.text).toMatch(
      /^Your branch is on top of factoryfactory\/top-level-\w{8} now\. Its head is [0-9a-f]{40}\. Run the tests, then submit/,
    );
    await world.commit(base, { 'src/a.txt': 'theirs\ntwo\nthree\n' });
    const conflict = await world.call(me, 'git.rebase');
    expect(conflict.text).toMatch(
      /stopped at a conflict and stays open\. .*\n- src\/a\.txt\nThen git add them and call git\.rebase with step "continue"/,
    );
    expect((await world.call(me, 'git.rebase')).text).toMatch(
      /^A rebase is already open in .* git\.rebase with step "continue", or give it up with step "abort"/,
    );
    expect((await world.call(me, 'git.rebase', { step: 'continue' })).text).toContain('- src/a.txt');
    expect((await world.call(me, 'git.rebase', { step: 'abort' })).text).toMatch(
      /^The rebase was given up; your branch is back at [0-9a-f]{40}\./,
    );
    await world.call(me, 'git.rebase');
    await writeFiles(mine.worktreePath, { 'src/a.txt': 'both\ntwo\nthree\n' });
    await world.git.git(mine.worktreePath, 'add', 'src/a.txt');
    expect((await world.call(me, 'git.rebase', { step: 'continue' })).text).toMatch(
      /^Your branch is on top of/,
    );
    expect(
      (await world.call(boss, 'git.read_worktree_file', { taskId: mine.id, path: 'src/a.txt' })).text,
    ).toContain('both');
    await writeFiles(mine.worktreePath, { 'src/a.txt': 'unsaved\n' });
    expect((await world.call(me, 'git.rebase')).text).toMatch(
      /^There are uncommitted changes in .* \(src\/a\.txt\)\. Commit them first, then rebase\.$/,
    );
  });

  it('take a rebase back that was cut off, say so, and begin it again', async () => {
    const { epic: base } = await world.makeEpic({ title: 'Cut' });
    const { task: mine, worker: me } = await world.makeSubtask(base, { title: 'Cut off' });
    const before = await world.commit(mine, { 'src/a.txt': 'mine\ntwo\nthree\n' });
    await world.commit(base, { 'src/a.txt': 'theirs\ntwo\nthree\n' });
    const cutOff = async () => {
      await world.call(me, 'git.rebase');
      const gitDir = await world.git.git(mine.worktreePath, 'rev-parse', '--absolute-git-dir');
      await rm(path.join(gitDir, 'rebase-merge', 'stopped-sha'));
    };
    await cutOff();
    expect((await world.call(me, 'task.create_pr')).text).toMatch(
      /^A rebase is open .* "abort", which always works\./,
    );
    expect((await world.call(me, 'git.rebase', { step: 'continue' })).text).toMatch(
      new RegExp(
        `^The rebase that was open had been cut off .* your branch is at ${before}\\. What was in your worktree then is kept under refs/\\S+\\. Begin again: call git\\.rebase without a step\\.$`,
      ),
    );
    await cutOff();
    expect((await world.call(me, 'git.rebase')).text).toMatch(
      /^The rebase that was open had been cut off .* stopped at a conflict and stays open\./s,
    );
  });
});

describe('mail tools', () => {
  it('carry a talk between worker, supervisor and human', async () => {
    const asked = await world.call(worker, 'mail.send', {
      to: 'supervisor',
      subject: 'Which one?',
      body: 'A or B?',
    });
    expect(asked.text).toMatch(/^Mail [a-z0-9]{24} is on its way to your supervisor, supervisor-\w{8}\.$/);
    const mailId = /[a-z0-9]{24}/.exec(asked.text)?.[0];
    expect((await world.call(worker, 'mail.read', { mailId })).ok).toBe(true);
    const unread = await world.call(supervisor, 'mail.list_inbox', { unreadOnly: true });
    expect(unread.text).toContain(`${mailId} unread`);
    const open = await world.call(supervisor, 'mail.read', { mailId });
    expect(open.text).toMatch(
      /^From: worker-\w{8}\nTo: supervisor-\w{8}\nSent: .*\nSubject: Which one\?\nAbout: task [a-z0-9]{24} “Standing”\n\nA or B\?\n\n\(Answer with mail\.reply/,
    );
    expect((await world.call(supervisor, 'mail.list_inbox', { unreadOnly: true })).text).not.toContain(
      mailId,
    );
    expect((await world.call(supervisor, 'mail.reply', { mailId, body: 'B.' })).text).toMatch(
      /Re: Which one\?$/,
    );
    const answer = await world.call(worker, 'mail.list_inbox');
    expect(answer.text).toMatch(/unread .* from supervisor-\w{8}: Re: Which one\? \(about “Standing”\)/);
    const direct = await world.call(supervisor, 'mail.send', {
      to: task.id,
      subject: 'Hurry',
      body: 'Please.',
    });
    expect(direct.text).toMatch(/is on its way to worker-\w{8}, who works on “Standing”\.$/);
    const hurry = /[a-z0-9]{24}/.exec(direct.text)?.[0];
    expect((await world.call(worker, 'mail.reply', { mailId: hurry, body: 'I do.' })).text).toMatch(
      /is on its way/,
    );
    expect(
      (await world.call(worker, 'mail.send', { to: 'human', subject: 'Hello', body: 'There.' })).text,
    ).toMatch(/is on its way to the human\.$/);
  });

  it('do not show anybody’s mail to anybody else', async () => {
    const { text } = await world.call(foreign.worker, 'mail.send', {
      to: 'supervisor',
      subject: 'Private',
      body: 'Secret.',
    });
    const mailId = /[a-z0-9]{24}/.exec(text)?.[0];
    for (const tool of ['mail.read', 'mail.reply']) {
      const answer = await world.call(
        worker,
        tool,
        tool === 'mail.read' ? { mailId } : { mailId, body: 'Hm.' },
      );
      expect(answer).toEqual({
        ok: false,
        text: `Mail ${mailId} is not addressed to you. Call mail.list_inbox for the ids of your own mail.`,
      });
    }
  });

  it('say when nobody is there to read it', async () => {
    const { text } = await world.call(supervisor, 'task.create', {
      title: 'No one yet',
      description: 'Later.',
    });
    const pending = /[a-z0-9]{24}/.exec(text)?.[0];
    const write = (to?: string) => world.call(supervisor, 'mail.send', { to, subject: 'x', body: 'y' });
    expect((await write(pending)).text).toBe(
      '“No one yet” is PENDING: its worker has not started yet. Write when it is IN_PROGRESS; the worker is given the description when it starts.',
    );
    const { task: over, worker: gone } = await world.makeSubtask(epic, { title: 'Over' });
    await world.move(over, 'CANCELLED');
    await world.store.write((tx) => retireAgent(tx, gone.agent.id, 'over'));
    expect((await write(over.id)).text).toBe(
      '“Over” is CANCELLED and has no worker any more. Create a new subtask if more is to be done.',
    );
    expect((await world.call(supervisor, 'agent.get_status', { taskId: over.id })).text).toBe(
      '“Over” is CANCELLED and has no worker any more. Call agent.get_task to see its outcome.',
    );
  });

  it('reach whoever took the place of the one who wrote', async () => {
    const { epic: own, supervisor: boss } = await world.makeEpic();
    const { task: mine, worker: old } = await world.makeSubtask(own);
    const { text } = await world.call(old, 'mail.send', {
      to: 'supervisor',
      subject: 'Before',
      body: 'I go.',
    });
    await world.store.write((tx) => retireAgent(tx, old.agent.id, 'crashed'));
    const next = await world.hire(mine, 'WORKER');
    const mailId = /[a-z0-9]{24}/.exec(text)?.[0];
    expect((await world.call(boss, 'mail.reply', { mailId, body: 'Go on.' })).ok).toBe(true);
    expect((await world.call(next, 'mail.list_inbox')).text).toContain('Re: Before');
    expect((await findLiveAgent(world.store, mine.id, 'WORKER'))?.id).toBe(next.agent.id);
  });
});

describe('agent and system tools', () => {
  it('tell an agent who it is and what it works on', async () => {
    const status = await world.call(worker, 'agent.get_status');
    expect(status.text).toMatch(
      /^worker-\w{8}, worker \(you\)\nTask: [a-z0-9]{24} “Standing”, IN_PROGRESS\nState: IDLE, wanted ACTIVE\nSession: none is open\.\nMail: \d+ unread; \d+ messages on their way$/,
    );
    expect((await world.call(supervisor, 'agent.get_status', { taskId: task.id })).text).toMatch(
      /^worker-\w{8}, worker\n/,
    );
    const own = await world.call(worker, 'agent.get_task');
    expect(own.text).toMatch(
      /^Subtask [a-z0-9]{24}: Standing\nState: IN_PROGRESS\nBranch: factoryfactory\/task-\w{8}, from factoryfactory\/top-level-\w{8}\nWorktree: .*\nTests: no test command is configured for this project\n\n## Description\n\nStand there\.$/,
    );
    const top = await world.call(worker, 'agent.get_top_level_task');
    expect(top.text).toMatch(/^Epic [a-z0-9]{24}: An epic\n/);
    expect(top.text).toContain(`- ${task.id} IN_PROGRESS “Standing” (yours)`);
    expect((await world.call(supervisor, 'agent.get_task')).text).toMatch(/^Epic /);
    expect((await world.call(supervisor, 'agent.get_top_level_task')).text).toMatch(/^Epic /);
    expect((await world.call(supervisor, 'agent.get_task', { taskId: task.id })).text).toMatch(/^Subtask /);
  });

  it('write decisions down', async () => {
    for (const actor of [worker, supervisor]) {
      const answer = await world.call(actor, 'system.log_decision', {
        decision: 'A over B',
        reasoning: 'Simpler.',
        context: { files: 'a, b' },
      });
      expect(answer.text).toMatch(/^Logged as decision [a-z0-9]{24}\.$/);
    }
  });
});

it('has every tool called with success by every role that has it', async () => {
  const done = new Set<string>();
  for (const { id, role } of await listAgents(world.store, {})) {
    for (const call of await listToolCalls(world.store, { agentId: id, limit: 1000 })) {
      if (call.outcome === 'OK') done.add(`${call.tool} by a ${role}`);
    }
  }
  const wanted = TOOLS.flatMap(({ fullName, roles }) => roles.map((role) => `${fullName} by a ${role}`));
  expect(wanted.filter((cell) => !done.has(cell))).toEqual([]);
});
