import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '@/backend/clients/process/run';
import { playSupervisor } from '../../support/claude/play_supervisor';
import { playWorker } from '../../support/claude/play_worker';
import { type ClaudeFactory, startClaudeFactory } from '../../support/claude/start_factory';
import { hasClaude } from '../../support/claude/start_house';
import { waitFor } from '../../support/wait_for';

if (!hasClaude) console.warn('SKIPPED: Claude Code is not in node_modules, so no epic is run with it.');

const PLAN = [
  {
    title: 'Add a greeting',
    description: 'Add greeting.mjs, which exports greet(), and name it in notes.txt.',
    acceptanceCriteria: 'greet() greets, loudly.',
  },
  {
    title: 'Add a farewell',
    description: 'Add farewell.mjs, which exports part(), and name it in notes.txt.',
    acceptanceCriteria: 'part() says goodbye.',
  },
];

const PARTS = {
  'Add a greeting': {
    file: 'greeting.mjs',
    first: "export const greet = () => 'hello';\n",
    second: "export const greet = () => 'hello!';\n",
    note: 'greeting: how to say hello',
  },
  'Add a farewell': {
    file: 'farewell.mjs',
    first: "export const part = () => 'goodbye';\n",
    second: "export const part = () => 'goodbye!';\n",
    note: 'farewell: how to say goodbye',
  },
};

const CHECK = `import { readdirSync, readFileSync } from 'node:fs';
if (/^[<=>]{7}/m.test(readFileSync('notes.txt', 'utf8'))) throw new Error('half a merge');
for (const file of readdirSync('.')) {
  if (file !== 'check.mjs' && file.endsWith('.mjs')) await import('./' + file);
}
`;

/** Both workers write in the same place, and one of two things is bound to happen. */
const ORDERS = [
  {
    order: 'both wait for the review, and the merge queue finds the conflict',
    allAtOnce: true,
    after: {},
    rebaseMails: 1,
  },
  {
    order: 'one has landed when the other submits, and the submission is refused',
    allAtOnce: false,
    after: { after: { file: 'greeting.mjs', says: 'hello!' } },
    rebaseMails: 0,
  },
] as const;

describe.skipIf(!hasClaude).each(ORDERS)('an epic with the real Claude Code: $order', (given) => {
  let factory: ClaudeFactory;
  beforeAll(async () => {
    const supervisor = playSupervisor(PLAN, { sendBack: 'Add a greeting', allAtOnce: given.allAtOnce });
    const farewell = { ...PARTS['Add a farewell'], ...given.after };
    const worker = playWorker({ ...PARTS, 'Add a farewell': farewell });
    factory = await startClaudeFactory({
      files: { 'notes.txt': 'Notes\nThe end\n', 'check.mjs': CHECK },
      script: (known) =>
        known.system.includes('supervisor of one epic') ? supervisor(known) : worker(known),
    });
  });
  afterAll(() => factory?.stop());

  it('goes from a wish to one reviewed pull request, through a change request and a conflict', async () => {
    const { api, model, repo, column } = factory;
    const role = { provider: 'claude' as const, permissionMode: 'auto' as const };
    const project = await api.project.add.mutate({
      path: repo,
      testCommand: 'node check.mjs',
      settings: { supervisor: role, worker: role, finalPr: 'wait' },
    });
    const epic = await api.task.create.mutate({
      projectId: project.id,
      parentId: null,
      title: 'Say hello and goodbye',
      description: 'The library should be able to greet and to part.',
    });
    const subtasks = () => api.task.list.query({ parentId: epic.id });
    await waitFor(
      'the final pull request',
      async () => {
        expect(model.errors).toEqual([]);
        return (await api.task.get.query({ id: epic.id })).state === 'REVIEW';
      },
      { timeoutMs: 150_000, instead: factory.describe },
    );

    expect((await subtasks()).map((task) => task.state)).toEqual(['COMPLETED', 'COMPLETED']);
    const show = async (file: string) =>
      (await run('git', ['show', `${epic.branchName}:${file}`], { cwd: repo })).stdout;
    expect(await show('greeting.mjs')).toBe(PARTS['Add a greeting'].second);
    expect(await show('farewell.mjs')).toBe(PARTS['Add a farewell'].first);
    const notes = await show('notes.txt');
    expect(notes.split('\n').sort()).toEqual(
      ['', 'Notes', 'The end', ...Object.values(PARTS).map((part) => part.note)].sort(),
    );

    const mail = column('SELECT kind AS value FROM Mail');
    expect(mail.filter((kind) => kind === 'change_request')).toHaveLength(1);
    expect(mail.filter((kind) => kind === 'rebase_request')).toHaveLength(given.rebaseMails);
    const refused = column(
      "SELECT message AS value FROM ToolCall WHERE tool = 'task.create_pr' AND message LIKE '%conflicts with%'",
    );
    expect(refused).toHaveLength(1 - given.rebaseMails);
    expect(column("SELECT id AS value FROM ToolCall WHERE tool = 'git.rebase'").length).toBeGreaterThan(0);
    // The last word may still be on its way to an agent that is just ending its turn.
    await waitFor(
      'every message to be seen',
      () => column("SELECT id AS value FROM Delivery WHERE state <> 'SEEN'").length === 0,
      { instead: factory.describe },
    );
    expect(column("SELECT id AS value FROM Session WHERE endReason LIKE 'crash%'")).toEqual([]);
    expect(Number(column('SELECT SUM(costUsd) AS value FROM Session')[0])).toBeGreaterThan(0);

    const [final] = await api.review.list.query({ projectId: project.id, kind: 'FINAL' });
    expect(final).toMatchObject({ title: '[Task] Say hello and goodbye', state: 'OPEN' });
    await api.review.land.mutate({ id: final?.id ?? '' });
    expect((await api.task.get.query({ id: epic.id })).state).toBe('COMPLETED');
    expect((await run('git', ['show', 'main:greeting.mjs'], { cwd: repo })).stdout).toBe(
      PARTS['Add a greeting'].second,
    );
    const checkout = await run('git', ['status', '--porcelain', '--branch'], { cwd: repo });
    expect(checkout.stdout).toBe('## main\n');
  });
});
