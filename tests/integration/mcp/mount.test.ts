import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retireAgent } from '@/backend/resource_accessors/agent.accessor';
import { listDecisions } from '@/backend/resource_accessors/decision.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { createSession, findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { listToolCalls } from '@/backend/resource_accessors/tool_call.accessor';
import { toolCatalog } from '@/backend/routers/mcp/tool_catalog';
import { type Actor, type McpWorld, openMcpWorld, withClient } from './world';

const SERVERS = ['task', 'git', 'mail', 'agent', 'system'];

let world: McpWorld;
let supervisor: Actor;
let worker: Actor;

beforeAll(async () => {
  world = await openMcpWorld();
  const made = await world.makeEpic();
  supervisor = made.supervisor;
  worker = (await world.makeSubtask(made.epic)).worker;
});
afterAll(() => world.close());

const post = (server: string, headers: Record<string, string>, body: string) =>
  fetch(`${world.url}/mcp/${server}`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe('who may speak to the servers', () => {
  it('lets a program list, on every server, exactly the tools of its role', async () => {
    for (const [actor, role] of [
      [supervisor, 'SUPERVISOR'],
      [worker, 'WORKER'],
    ] as const) {
      const names: string[] = [];
      for (const server of SERVERS) {
        const { tools } = await withClient(world.url, server, actor.token, (client) => client.listTools());
        names.push(...tools.map((tool) => `${server}.${tool.name}`));
        for (const tool of tools)
          expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      }
      expect(names.sort()).toEqual(
        toolCatalog(role)
          .map((tool) => tool.name)
          .sort(),
      );
      for (const name of names) expect(`mcp__${name.replace('.', '__')}`).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  });

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer nobody' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic bm9ib2R5' }],
  ])('answers 401 to %s', async (_what, headers: Record<string, string>) => {
    for (const server of SERVERS) {
      const response = await post(server, headers, LIST);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining('not the token of an agent in service') },
      });
    }
  });

  it('answers 401 to the token of an agent out of service, and to the one it had before', async () => {
    const { epic } = await world.makeEpic();
    const { worker: old, task } = await world.makeSubtask(epic);
    expect((await world.call(old, 'agent.get_status')).ok).toBe(true);
    await world.store.write((tx) => retireAgent(tx, old.agent.id, 'test'));
    expect((await post('task', { authorization: `Bearer ${old.token}` }, LIST)).status).toBe(401);
    const next = await world.hire(task, 'WORKER');
    expect((await post('task', { authorization: `Bearer ${old.token}` }, LIST)).status).toBe(401);
    expect((await world.call(next, 'agent.get_status')).ok).toBe(true);
  });

  it('refuses browsers, other methods, other addresses, other texts and floods', async () => {
    const auth = { authorization: `Bearer ${worker.token}` };
    expect((await post('task', { ...auth, origin: 'http://evil.example' }, LIST)).status).toBe(403);
    expect((await post('nothing', auth, LIST)).status).toBe(404);
    expect((await post('task/create', auth, LIST)).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${world.url}/mcp/task`, { method, headers: auth });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    }
    expect((await post('task', auth, '{"jsonrpc":')).status).toBe(400);
    expect((await post('task', auth, JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) }))).status).toBe(
      413,
    );
  });
});

describe('every call is written down', () => {
  const lastCall = async (actor: Actor) =>
    (await listToolCalls(world.store, { agentId: actor.agent.id, limit: 1 }))[0];

  it('with its outcome, its input without secrets and cut to size, and how long it took', async () => {
    const secret = `sk-ant-${'a1'.repeat(20)}`;
    await world.call(worker, 'system.log_decision', {
      decision: 'Use the key',
      reasoning: `The header is Bearer abcdefghijklmnop and the key ${secret}. ${'long '.repeat(2000)}`,
      context: { password: 'hunter2', url: 'https://me:swordfish@example.com/x' },
    });
    const call = await lastCall(worker);
    expect(call).toMatchObject({ tool: 'system.log_decision', outcome: 'OK', taskId: worker.agent.taskId });
    expect(call?.durationMs).toBeGreaterThanOrEqual(0);
    const kept = JSON.stringify(call?.input);
    expect(kept.length).toBeLessThan(6000);
    for (const leak of [secret, 'abcdefghijklmnop', 'hunter2', 'swordfish']) expect(kept).not.toContain(leak);
    expect(kept).toContain('Use the key');
  });

  it('right after the answer when it only looked', async () => {
    await world.call(worker, 'agent.get_task');
    await expect.poll(() => lastCall(worker)).toMatchObject({ tool: 'agent.get_task', outcome: 'OK' });
  });

  it('also when it was forbidden, which is logged as a decision too', async () => {
    const answer = await world.call(worker, 'task.approve', { taskId: worker.agent.taskId });
    expect(answer).toEqual({
      ok: false,
      text: expect.stringMatching(
        /^task\.approve is for the supervisor; you are a worker\. Your tools are: /,
      ),
    });
    expect(await lastCall(worker)).toMatchObject({
      tool: 'task.approve',
      outcome: 'FORBIDDEN',
      message: answer.text,
    });
    const [decision] = await listDecisions(world.store, { agentId: worker.agent.id, limit: 1 });
    expect(decision).toMatchObject({
      decision: `Refused task.approve to ${worker.agent.tmuxName}`,
      reasoning: answer.text,
      taskId: worker.agent.taskId,
    });
  });

  it('also when it was malformed, names a tool that is not there, or was refused', async () => {
    const malformed = await world.call(worker, 'mail.send', { too: 'human', body: '' });
    expect(malformed.ok).toBe(false);
    for (const part of [
      'to: ',
      'subject: ',
      'body: Write something',
      '"too"',
      'It takes: to, subject, body.',
    ]) {
      expect(malformed.text).toContain(part);
    }
    expect(await lastCall(worker)).toMatchObject({ tool: 'mail.send', outcome: 'INVALID' });
    const unknown = await world.call(worker, 'task.destroy', {});
    expect(unknown.text).toMatch(/^There is no tool task\.destroy\. Your tools are: agent\.get_task, /);
    expect(await lastCall(worker)).toMatchObject({ tool: 'task.destroy', outcome: 'REFUSED' });
    await world.call(worker, 'mail.read', { mailId: 'zzzzzzzzzzzzzzzzzzzzzzzz' });
    expect(await lastCall(worker)).toMatchObject({ tool: 'mail.read', outcome: 'REFUSED' });
  });

  it('takes nobody’s word for who they are', async () => {
    const answer = await world.call(worker, 'agent.get_status', { agentId: supervisor.agent.id });
    expect(answer.ok).toBe(false);
    expect(answer.text).toContain('"agentId"');
  });
});

describe('a session is ready', () => {
  it('when its program has listed the tools of every server, and not before', async () => {
    const { epic } = await world.makeEpic();
    const { worker: one } = await world.makeSubtask(epic);
    await world.store.write((tx) =>
      createSession(tx, {
        id: world.deps.newId(),
        agentId: one.agent.id,
        tmuxName: one.agent.tmuxName,
        marker: world.deps.newId(),
        serverUrl: world.url,
        providerSessionId: one.agent.providerSessionId,
        resumed: false,
        transcriptPath: null,
      }),
    );
    const readyAt = async () => (await findOpenSession(world.store, one.agent.id))?.readyAt;
    for (const server of SERVERS) {
      expect(await readyAt(), server).toBeNull();
      await withClient(world.url, server, one.token, (client) => client.listTools());
    }
    expect(await readyAt()).toBeInstanceOf(Date);
  });
});

describe('a long call', () => {
  it('begins its answer at once: programs give up on a server that is silent for a minute', async () => {
    const { epic } = await world.makeEpic();
    const { worker: slow, task } = await world.makeSubtask(epic);
    await world.commit(task, { 'slow.txt': 'slow\n' });
    const mayEnd = path.join(world.git.dir, 'may-end');
    const testCommand = `while [ ! -e '${mayEnd}' ]; do sleep 0.05; done`;
    await world.store.write((tx) => updateProject(tx, world.project.id, { testCommand }));
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_pr', arguments: {} },
    };
    const response = await post('task', { authorization: `Bearer ${slow.token}` }, JSON.stringify(body));
    // It is here while the tests still wait for a word of ours.
    await writeFile(mayEnd, '');
    expect(await response.text()).toContain('Submitted as #');
    await world.store.write((tx) => updateProject(tx, world.project.id, { testCommand: null }));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
  });
});
