import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactoryError } from '@/backend/domain/errors';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { listUnseen, markInjected, markSeen } from '@/backend/resource_accessors/delivery.accessor';
import { countMail, listMail } from '@/backend/resource_accessors/mail.accessor';
import { readCards } from '@/backend/resource_accessors/read/read_cards';
import { purgeTask } from '@/backend/resource_accessors/task.accessor';
import { exportMount } from '@/backend/routers/export/export_mount';
import { listDecisionPage } from '@/backend/services/decision/list_decision_page';
import { getThread } from '@/backend/services/mail/get_thread';
import { listInbox } from '@/backend/services/mail/list_inbox';
import { listMailBox } from '@/backend/services/mail/list_mail_box';
import { markMails } from '@/backend/services/mail/mark_mails';
import { postMail } from '@/backend/services/mail/post_mail';
import { replyMail } from '@/backend/services/mail/reply_mail';
import { sendHumanMail } from '@/backend/services/mail/send_mail';
import { approvePlan } from '@/backend/services/plan/approve_plan';
import { editPlan } from '@/backend/services/plan/edit_plan';
import { readPlan } from '@/backend/services/plan/read_plan';
import { deleteTask } from '@/backend/services/task/delete_task';
import { listen } from '../../support/listen';
import { type Actor, type McpWorld, openMcpWorld } from './world';

let world: McpWorld;
beforeAll(async () => {
  world = await openMcpWorld();
});
afterAll(() => world.close());

const refusal = (code: string, message: string | RegExp) =>
  expect.objectContaining({
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof FactoryError ? error : Promise.reject(error)),
  );

describe('the human’s mail', () => {
  it('goes to whoever works on a task, and the answer comes back to one thread', async () => {
    const { epic, supervisor } = await world.makeEpic();
    const { task, worker } = await world.makeSubtask(epic, { title: 'Talked about' });
    const first = await sendHumanMail(world.deps, {
      to: { taskId: task.id },
      subject: 'How is it?',
      body: 'Tell me.',
    });
    expect(first).toMatchObject({ fromParty: 'HUMAN', toAgentId: worker.agent.id, threadId: first.id });
    const [delivery] = await listUnseen(world.store, worker.agent.id);
    expect(delivery?.body).toContain(`(Answer with mail.reply, mailId "${first.id}".)`);
    await world.call(worker, 'mail.reply', { mailId: first.id, body: 'Well.' });
    const mine = await listMailBox(world.deps, { box: 'mine', limit: 10 });
    expect(mine.items[0]).toMatchObject({
      subject: 'Re: How is it?',
      fromName: worker.agent.tmuxName,
      toName: 'human',
      taskTitle: 'Talked about',
      threadId: first.id,
      threadSize: 2,
      delivery: null,
    });
    const answered = mine.items[0]?.id ?? '';
    await replyMail(world.deps, { mailId: answered, body: 'Good.', from: 'human' });
    const thread = await getThread(world.deps, { threadId: first.id });
    expect(thread.map((mail) => [mail.fromName, mail.body])).toEqual([
      ['human', 'Tell me.'],
      [worker.agent.tmuxName, 'Well.'],
      ['human', 'Good.'],
    ]);
    expect(thread[1]?.readAt).toBeInstanceOf(Date);
    const toBoss = await sendHumanMail(world.deps, {
      to: { taskId: epic.id },
      subject: 'All?',
      body: 'Is it all?',
    });
    expect(toBoss.toAgentId).toBe(supervisor.agent.id);
  });

  it('shows how far a mail to an agent has come, in everybody’s and in one agent’s box', async () => {
    const { epic } = await world.makeEpic();
    const { worker } = await world.makeSubtask(epic);
    const { id } = await sendHumanMail(world.deps, {
      to: { agentId: worker.agent.id },
      subject: 'Step',
      body: 'One.',
    });
    const state = async (box: 'all' | 'agent') =>
      (await listMailBox(world.deps, { box, agentId: worker.agent.id, limit: 5 })).items.find(
        (mail) => mail.id === id,
      )?.delivery?.state;
    expect(await state('all')).toBe('QUEUED');
    const [delivery] = await listUnseen(world.store, worker.agent.id);
    await world.store.write((tx) =>
      markInjected(tx, delivery?.id ?? '', { sessionId: 's', channel: 'paste' }),
    );
    expect(await state('agent')).toBe('INJECTED');
    expect(
      (await listInbox(world.deps, { agentId: worker.agent.id, unreadOnly: false, limit: 5 })).unread,
    ).toBe(1);
    await world.store.write((tx) => markSeen(tx, delivery?.id ?? ''));
    expect(await state('agent')).toBe('SEEN');
    expect(
      (await listInbox(world.deps, { agentId: worker.agent.id, unreadOnly: true, limit: 5 })).mails,
    ).toEqual([]);
  });

  it('is read, archived, brought back, searched and paged', async () => {
    const { epic, supervisor } = await world.makeEpic();
    for (const n of [1, 2, 3, 4, 5]) {
      await world.call(supervisor, 'mail.send', {
        to: 'human',
        subject: `Paged ${n}`,
        body: n === 3 ? 'with a needle' : 'hay',
      });
    }
    const page = async (cursor: string | null) =>
      listMailBox(world.deps, { box: 'mine', taskId: epic.id, limit: 2, cursor });
    const seen: string[] = [];
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const { items, nextCursor } = await page(cursor);
      seen.push(...items.map((mail) => mail.subject));
      cursor = nextCursor;
    }
    expect(seen).toEqual(['Paged 5', 'Paged 4', 'Paged 3', 'Paged 2', 'Paged 1']);
    const found = await listMailBox(world.deps, { box: 'mine', search: 'NEEDLE paged', limit: 10 });
    expect(found.items.map((mail) => mail.subject)).toEqual(['Paged 3']);
    const ids = found.items.map((mail) => mail.id);
    const unread = () =>
      countMail(world.store, { taskId: epic.id, toParty: 'HUMAN', unread: true, archived: false });
    expect(await unread()).toBe(5);
    await markMails(world.deps, { ids, read: true });
    expect(await unread()).toBe(4);
    await markMails(world.deps, { ids, archived: true });
    const box = (archived: boolean) =>
      listMailBox(world.deps, { box: 'mine', taskId: epic.id, archived, limit: 9 });
    expect((await box(true)).items).toHaveLength(1);
    expect((await box(false)).items).toHaveLength(4);
    await markMails(world.deps, { ids, archived: false, read: false });
    expect(await unread()).toBe(5);
  });

  it('is refused where nobody would read it', async () => {
    const { epic, supervisor } = await world.makeEpic();
    const { task } = await world.makeSubtask(epic, { title: 'Own' });
    const system = await world.store.write((tx) =>
      postMail(tx, world.deps.newId, {
        projectId: world.project.id,
        taskId: task.id,
        kind: 'recovery',
        from: { party: 'SYSTEM' },
        to: { party: 'AGENT', agentId: supervisor.agent.id },
        subject: 'Restarted',
        body: 'It was restarted.',
      }),
    );
    expect(
      await failureOf(
        replyMail(world.deps, { mailId: system.id, body: 'ok', from: { agentId: supervisor.agent.id } }),
      ),
    ).toEqual(refusal('WRONG_STATE', 'That mail is from the system, which reads no answers.'));
    expect(await failureOf(markMails(world.deps, { ids: [system.id], read: true }))).toEqual(
      refusal('FORBIDDEN', 'That mail is addressed to an agent.'),
    );
    const { text } = await world.call(supervisor, 'task.create', { title: 'Nobody on it', description: 'x' });
    const taskId = /[a-z0-9]{24}/.exec(text)?.[0] ?? '';
    expect(await failureOf(sendHumanMail(world.deps, { to: { taskId }, subject: 'x', body: 'y' }))).toEqual(
      refusal('WRONG_STATE', 'Nobody works on “Nobody on it” yet.'),
    );
    expect(await failureOf(getThread(world.deps, { threadId: taskId }))).toEqual(
      refusal('NOT_FOUND', 'There is no such thread.'),
    );
  });
});

describe('a plan that waits for the human', () => {
  async function plan(...titles: string[]) {
    const { epic, supervisor } = await world.makeEpic({ planFirst: true, title: 'Planned' });
    const ids: string[] = [];
    for (const title of titles) {
      const { text } = await world.call(supervisor, 'task.create', { title, description: `Do ${title}.` });
      ids.push(/[a-z0-9]{24}/.exec(text)?.[0] ?? '');
    }
    const read = await readPlan(world.store, epic.id);
    return { epic, supervisor, ids, version: read.version };
  }
  const id = (ids: string[], index: number) => ids[index] ?? '';

  it('is changed as one piece, approved as it was read, and told to the supervisor', async () => {
    const { epic, supervisor, ids, version } = await plan('A', 'B', 'C');
    const edited = await editPlan(world.deps, {
      epicId: epic.id,
      version,
      edits: [
        { op: 'edit', taskId: id(ids, 0), title: 'A, but better', dependsOn: [id(ids, 1)] },
        { op: 'remove', taskId: id(ids, 2) },
        { op: 'add', title: 'D', description: 'Do D.', dependsOn: [id(ids, 0)] },
      ],
    });
    const added = edited.steps.find((step) => step.title === 'D')?.id ?? '';
    const ordered = await editPlan(world.deps, {
      epicId: epic.id,
      version: edited.version,
      edits: [{ op: 'reorder', order: [added, id(ids, 1), id(ids, 0)] }],
    });
    expect(ordered.steps.map((step) => [step.title, step.dependsOn])).toEqual([
      ['D', [id(ids, 0)]],
      ['B', []],
      ['A, but better', [id(ids, 1)]],
    ]);
    const cards = await readCards(world.store, { taskId: epic.id });
    expect(cards.map((card) => card.subtasks)).toEqual([{ total: 3, done: 0 }]);
    const approved = await approvePlan(world.deps, { epicId: epic.id, version: ordered.version });
    expect(approved.epic.planApproval).toBe('APPROVED');
    const [mail] = await listMail(world.store, { toAgentId: supervisor.agent.id, limit: 1 });
    expect(mail?.subject).toBe('The plan is approved');
    expect(mail?.body).toMatch(
      /1\. \S+ “D”\n2\. \S+ “B”\n3\. \S+ “A, but better”\n\nDropped, not to be created again: “C”\./,
    );
    expect((await world.call(supervisor, 'task.list')).text).toMatch(
      /CANCELLED “C” because: dropped from the plan by the human/,
    );
    expect((await world.call(supervisor, 'task.create', { title: 'E', description: 'x' })).text).toContain(
      'Its worker starts when there is room',
    );
    for (const again of [
      approvePlan(world.deps, { epicId: epic.id, version: approved.version }),
      editPlan(world.deps, {
        epicId: epic.id,
        version: approved.version,
        edits: [{ op: 'remove', taskId: added }],
      }),
    ]) {
      expect(await failureOf(again)).toEqual(refusal('WRONG_STATE', 'This plan was approved already.'));
    }
  });

  it('is not written over, nor approved unseen, when it has changed since', async () => {
    const { epic, supervisor, ids, version } = await plan('A', 'B');
    await world.call(supervisor, 'task.create', { title: 'Came later', description: 'x' });
    const stale = refusal('STALE', 'The plan was changed since you opened it.');
    expect(await failureOf(approvePlan(world.deps, { epicId: epic.id, version }))).toEqual(stale);
    expect(
      await failureOf(
        editPlan(world.deps, { epicId: epic.id, version, edits: [{ op: 'remove', taskId: id(ids, 0) }] }),
      ),
    ).toEqual(stale);
    const { version: now } = await readPlan(world.store, epic.id);
    const both = await Promise.all(
      [0, 1].map((n) =>
        failureOf(
          editPlan(world.deps, {
            epicId: epic.id,
            version: now,
            edits: [{ op: 'remove', taskId: id(ids, n) }],
          }),
        ),
      ),
    );
    expect(both.filter((failure) => failure === null)).toHaveLength(1);
  });

  it('takes all of the changes, or none', async () => {
    const { epic, ids, version } = await plan('A', 'B');
    const { epic: elsewhere } = await world.makeEpic();
    const { task: foreign } = await world.makeSubtask(elsewhere);
    const attempts: [Parameters<typeof editPlan>[1]['edits'][number], string | RegExp][] = [
      [{ op: 'reorder', order: [id(ids, 0)] }, 'The order must name every subtask of the plan once.'],
      [{ op: 'remove', taskId: foreign.id }, /belongs to another epic\.$/],
      [{ op: 'edit', taskId: id(ids, 0), dependsOn: [id(ids, 0)] }, /cannot wait for itself\.$/],
      [
        { op: 'add', title: 'X', description: 'x', dependsOn: [foreign.id] },
        /is not a subtask of this epic\.$/,
      ],
    ];
    for (const [edit, message] of attempts) {
      const first = { op: 'edit' as const, taskId: id(ids, 1), title: 'Half done' };
      const failure = await failureOf(
        editPlan(world.deps, { epicId: epic.id, version, edits: [first, edit] }),
      );
      expect(failure?.message).toMatch(message);
      expect((await readPlan(world.store, epic.id)).version).toBe(version);
    }
  });

  it('is not approved empty, and only an epic has one', async () => {
    const { epic, version } = await plan();
    expect(await failureOf(approvePlan(world.deps, { epicId: epic.id, version }))).toEqual(
      refusal('WRONG_STATE', 'This plan has no subtasks yet.'),
    );
    const { epic: plain } = await world.makeEpic();
    const { version: other } = await readPlan(world.store, plain.id);
    expect(await failureOf(approvePlan(world.deps, { epicId: plain.id, version: other }))).toEqual(
      refusal('WRONG_STATE', 'This epic was not set up to wait for an approval of its plan.'),
    );
    const { epic: quick } = await world.makeEpic({ quick: true, planFirst: true });
    expect(quick.planApproval).toBe('NOT_ASKED');
    expect(await failureOf(readPlan(world.store, quick.id))).toEqual(
      refusal('WRONG_STATE', 'Only an epic with a supervisor has a plan.'),
    );
  });
});

describe('the decision log', () => {
  let supervisor: Actor;
  let http: Server;
  let url: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    ({ supervisor } = await world.makeEpic({ title: 'Decided' }));
    for (const n of [1, 2, 3]) {
      await world.call(supervisor, 'system.log_decision', {
        decision: `Choice ${n}`,
        reasoning: n === 2 ? 'Because "quoted", with a comma\nand a line.' : '=1+1',
        context: { file: 'a.ts' },
      });
    }
    const mount = exportMount(world.deps);
    http = createServer(
      (req, res) => void mount.handle(req, res, new URL(req.url ?? '/', 'http://localhost')),
    );
    ({ url, stop } = await listen(http));
  });
  afterAll(() => stop());

  it('is filtered, searched and paged, with names', async () => {
    const filter = { agentId: supervisor.agent.id };
    const first = await listDecisionPage(world.deps, { ...filter, limit: 2 });
    expect(first.items.map((row) => row.decision)).toEqual(['Choice 3', 'Choice 2']);
    expect(first.items[0]).toMatchObject({ agentName: supervisor.agent.tmuxName, taskTitle: 'Decided' });
    const rest = await listDecisionPage(world.deps, { ...filter, limit: 2, cursor: first.nextCursor });
    expect(rest).toMatchObject({ items: [{ decision: 'Choice 1' }], nextCursor: null });
    const found = await listDecisionPage(world.deps, { ...filter, search: 'comma choice', limit: 9 });
    const ofEpic = await listDecisionPage(world.deps, { epicId: supervisor.agent.taskId ?? '', limit: 500 });
    expect(ofEpic.items.map(({ id }) => id)).toEqual(expect.arrayContaining(first.items.map(({ id }) => id)));
    expect((await listDecisionPage(world.deps, { epicId: supervisor.agent.id, limit: 9 })).items).toEqual([]);
    expect(found.items.map((row) => row.decision)).toEqual(['Choice 2']);
  });

  it('keeps who decided, and about what, when the epic is gone', async () => {
    const { epic, supervisor: gone } = await world.makeEpic({ title: 'Not for long' });
    await world.call(gone, 'system.log_decision', { decision: 'Stay', reasoning: 'To be read later.' });
    const read = async () =>
      (await listDecisionPage(world.deps, { search: 'Stay read later', limit: 9 })).items;
    const named = { agentName: gone.agent.tmuxName, taskTitle: 'Not for long' };
    expect(await read()).toMatchObject([{ ...named, taskDeleted: false }]);
    await deleteTask(world.deps, { taskId: epic.id });
    expect(await read()).toMatchObject([{ ...named, taskDeleted: true }]);
    await world.store.write((tx) => purgeTask(tx, epic.id));
    expect(await read()).toMatchObject([{ ...named, taskDeleted: true, taskId: null }]);
  });

  it('is taken away whole, as lines of JSON or as a table, however long it is', async () => {
    const ask = async (query: string) =>
      fetch(`${url}/api/export/decisions?agentId=${supervisor.agent.id}&${query}`);
    const jsonl = await ask('format=jsonl');
    expect(jsonl.headers.get('content-disposition')).toMatch(
      /^attachment; filename="decisions-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    const rows = (await jsonl.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => row.decision)).toEqual(['Choice 3', 'Choice 2', 'Choice 1']);
    expect(rows[0]).toMatchObject({
      agent: supervisor.agent.tmuxName,
      task: 'Decided',
      context: { file: 'a.ts' },
    });
    const csv = await (await ask('format=csv')).text();
    expect(csv.split('\r\n')[0]).toBe('id,at,projectId,taskId,task,agentId,agent,decision,reasoning,context');
    expect(csv).toContain('"Because ""quoted"", with a comma\nand a line."');
    expect(csv).toContain(`"'=1+1"`);
    expect((await ask('format=xml')).status).toBe(400);
    expect((await fetch(`${url}/api/export/decisions`, { method: 'POST' })).status).toBe(405);
    await world.store.write(async (tx) => {
      for (let n = 0; n < 1200; n++) {
        await createDecision(tx, {
          id: world.deps.newId(),
          projectId: world.project.id,
          taskId: null,
          agentId: supervisor.agent.id,
          decision: `Many ${n}`,
          reasoning: 'Same time.',
          context: {},
        });
      }
    });
    const all = (await (await ask('search=many')).text()).trim().split('\n');
    expect(new Set(all.map((line) => JSON.parse(line).id)).size).toBe(1200);
  });
});
