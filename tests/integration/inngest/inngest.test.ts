import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InngestTestEngine } from '@inngest/test';
import { Inngest } from 'inngest';
import { serve } from 'inngest/node';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { createFunctions } from '@/backend/inngest/create_functions';
import type { Outgoing } from '@/backend/inngest/events';
import { startRelay } from '@/backend/inngest/start_relay';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { addTestProject, addTestTask, openTestStore } from '../../support/store';
import { waitFor } from '../../support/wait_for';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function world() {
  const woken: string[] = [];
  const inngest = new Inngest({ id: 'factory-factory', isDev: true });
  const functions = createFunctions(inngest, {
    wake: (key) => woken.push(key),
    sweep: async () => {
      woken.push('sweep');
    },
  });
  return { woken, inngest, functions };
}

describe('the functions', () => {
  it.each([
    ['task.top_level.created', { taskId: 't1', projectId: 'p1' }, 'task:t1'],
    ['task.created', { taskId: 't2', epicId: 't1' }, 'task:t2'],
    ['agent.completed', { agentId: 'a1', taskId: 't1' }, 'task:t1'],
    ['mail.sent', { mailId: 'm1', taskId: 't3' }, 'task:t3'],
    ['mail.sent', { mailId: 'm1', taskId: null }, 'system'],
    ['reconcile.requested', { key: 'merge:t1' }, 'merge:t1'],
    ['reconcile.requested', { key: null }, 'sweep'],
  ])('%s wakes the one it names', async (name, data, key) => {
    const { woken, functions } = world();
    const wanted = `on-${name.replaceAll('.', '-').replaceAll('_', '-')}`;
    const found = functions.find((one) => one.id() === wanted);
    if (found === undefined) throw new Error(`no function ${wanted}`);
    const engine = new InngestTestEngine({ function: found, events: [{ name, data }] });
    const { result, error } = await engine.execute();
    expect(error).toBeUndefined();
    expect(woken).toEqual([key]);
    expect(result).toEqual({ woken: key === 'sweep' ? 'everything' : key });
  });

  it('refuse an event without its identity', async () => {
    const { woken, functions } = world();
    const found = functions.find((one) => one.id() === 'on-task-created');
    if (found === undefined) throw new Error('no function');
    const engine = new InngestTestEngine({ function: found, events: [{ name: 'task.created', data: {} }] });
    const { error } = await engine.execute();
    expect(error).toBeDefined();
    expect(woken).toEqual([]);
  });

  it('register themselves and can be called over HTTP', async () => {
    const { woken, functions } = world();
    let registered: { functions?: { id: string; triggers: unknown[] }[] } = {};
    const dev = createServer((req, res) => {
      let body = '';
      req.on('data', (chunk) => {
        body += chunk;
      });
      req.on('end', () => {
        if (req.method === 'POST') registered = JSON.parse(body);
        res.setHeader('content-type', 'application/json');
        res.end(JSON.stringify({ ok: true, modified: true, message: '' }));
      });
    });
    await new Promise<void>((resolve) => dev.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => dev.close(resolve)));
    const devUrl = `http://127.0.0.1:${(dev.address() as AddressInfo).port}`;
    const client = new Inngest({ id: 'factory-factory', isDev: true, baseUrl: devUrl });
    const served = createFunctions(client, { wake: (key) => woken.push(key), sweep: async () => undefined });
    const app = createServer(serve({ client, functions: served, servePath: '/api/inngest' }));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => app.close(resolve)));
    const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}/api/inngest`;

    expect((await fetch(url, { method: 'PUT' })).status).toBe(200);
    expect(registered.functions).toHaveLength(functions.length);
    expect(JSON.stringify(registered.functions)).toContain('* * * * *');

    const id = 'factory-factory-on-task-created';
    const called = await fetch(`${url}?fnId=${id}&stepId=step`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-inngest-signature': '' },
      body: JSON.stringify({
        version: 2,
        ctx: {
          run_id: 'r1',
          attempt: 0,
          disable_immediate_execution: false,
          use_api: false,
          stack: { stack: [], current: 0 },
        },
        event: { name: 'task.created', data: { taskId: 't9', epicId: 't1' } },
        events: [{ name: 'task.created', data: { taskId: 't9', epicId: 't1' } }],
        steps: {},
        use_api: false,
      }),
    });
    expect(called.status).toBe(200);
    expect(woken).toEqual(['task:t9']);
  });
});

describe('the relay', () => {
  it('sends what happens, keeps it while nobody listens, and forgets nothing over a restart', async () => {
    const { store, close } = await openTestStore();
    cleanups.push(close);
    const sent: Outgoing[] = [];
    let reachable = true;
    const send = async (events: Outgoing[]) => {
      if (!reachable) throw new Error('connect ECONNREFUSED');
      sent.push(...events);
    };
    const deps = { store, newId, log: pino({ level: 'silent' }) };
    const first = startRelay(deps, send);
    const project = await store.write((tx) => addTestProject(tx));
    const epic = await store.write((tx) => addTestTask(tx, { projectId: project.id }));
    await waitFor('the first event', () => sent.length === 1);
    expect(sent[0]).toMatchObject({ name: 'task.top_level.created', data: { taskId: epic.id } });

    reachable = false;
    const subtask = await store.write((tx) => addTestTask(tx, { projectId: project.id, parentId: epic.id }));
    const trouble = () => listConditions(store, { subjectKind: 'SYSTEM', status: true });
    await waitFor('the condition', async () => (await trouble()).length === 1);
    expect((await trouble())[0]?.message).toContain('goes on without it');
    await first.stop();

    reachable = true;
    const second = startRelay(deps, send);
    cleanups.push(() => second.stop());
    await waitFor('the event that was kept', () => sent.length === 2);
    expect(sent[1]).toMatchObject({ name: 'task.created', data: { taskId: subtask.id, epicId: epic.id } });
    await waitFor('the end of the trouble', async () => (await trouble()).length === 0);
  });
});
