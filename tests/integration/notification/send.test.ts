import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { createWebhookNotifier } from '@/backend/clients/notifier/create_webhook_notifier';
import { listNotifications } from '@/backend/resource_accessors/notification.accessor';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { writeSetting } from '@/backend/resource_accessors/setting.accessor';
import { recordNotification } from '@/backend/services/notification/record_notification';
import { sendDueNotifications } from '@/backend/services/notification/send_due';
import { startNotifications } from '@/backend/services/notification/start_notifications';
import { NOTIFICATIONS_KEY } from '@/shared/notification';
import { addTestProject, openTestStore, type TestStore } from '../../support/store';

let world: TestStore;
let hook: Server;
let got: string[];
let status: number;
let shown: string[];
let now: Date;

const clock = () => now;
const fact = (name: string, forced = false) => ({
  fact: name,
  kind: 'epic_complete',
  projectId: null,
  taskId: null,
  title: name,
  body: 'It is done.',
  forced,
});

beforeEach(async () => {
  now = new Date('2026-01-10T23:00:00Z');
  world = await openTestStore(clock);
  got = [];
  shown = [];
  status = 204;
  hook = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      got.push(body);
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  hook.close();
  await world.close();
});

function deps() {
  return {
    store: world.store,
    clock,
    newId,
    notifiers: {
      desktop: async ({ title }: { title: string }) => void shown.push(title),
      webhook: createWebhookNotifier(),
    },
  };
}
const record = (name: string, forced?: boolean) =>
  world.store.write((tx) => recordNotification({ newId }, tx, fact(name, forced)));
const choose = (value: Record<string, unknown>) =>
  world.store.write((tx) => writeSetting(tx, NOTIFICATIONS_KEY, JSON.parse(JSON.stringify(value))));
const webhookUrl = () => `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`;

it('tells each fact once, over every channel that is on, and records each attempt', async () => {
  await choose({ webhookUrl: webhookUrl() });
  await record('one');
  await record('one');
  await sendDueNotifications(deps());
  await record('one');
  await sendDueNotifications(deps());
  expect(shown).toEqual(['one']);
  expect(got.map((body) => JSON.parse(body).title)).toEqual(['one']);
  const [row] = await listNotifications(world.store, { limit: 10 });
  expect(row?.attempts.map(({ channel, ok }) => [channel, ok]).sort()).toEqual([
    ['desktop', true],
    ['webhook', true],
  ]);
});

it('keeps quiet at night, lets forced ones pass, and tells the rest in the morning', async () => {
  await choose({ quietHours: { on: true, from: '22:00', to: '08:00', timeZone: 'UTC' } });
  await record('in the night');
  await record('critical', true);
  await sendDueNotifications(deps());
  expect(shown).toEqual(['critical']);
  now = new Date('2026-01-11T07:59:00Z');
  await sendDueNotifications(deps());
  expect(shown).toEqual(['critical']);
  now = new Date('2026-01-11T08:00:00Z');
  await sendDueNotifications(deps());
  expect(shown).toEqual(['critical', 'in the night']);
});

it('writes down why a channel failed, and tries no other fact less for it', async () => {
  status = 500;
  await choose({ desktop: false, webhookUrl: webhookUrl() });
  await record('one');
  await record('two');
  await sendDueNotifications(deps());
  const rows = await listNotifications(world.store, { limit: 10 });
  expect(rows.map((row) => row.state)).toEqual(['FAILED', 'FAILED']);
  expect(rows[0]?.attempts[0]?.error).toContain('status 500');
});

it('tells of a silenced project only what is forced', async () => {
  const [loud, silent] = await world.store.write(async (tx) => {
    const [one, other] = [await addTestProject(tx), await addTestProject(tx)];
    await updateProject(tx, other.id, { settings: { ...other.settings, notifications: false } });
    return [one.id, other.id] as const;
  });
  const facts = [
    { ...fact('loud'), projectId: loud },
    { ...fact('silent'), projectId: silent },
    { ...fact('silent, but forced', true), projectId: silent },
  ];
  await world.store.write(async (tx) => {
    for (const one of facts) await recordNotification({ newId }, tx, one);
  });
  await sendDueNotifications(deps());
  expect(shown.sort()).toEqual(['loud', 'silent, but forced']);
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const attempts = async () => {
  const [row] = await listNotifications(world.store, { limit: 1 });
  return row?.attempts.map(({ channel, ok }) => `${channel} ${ok}`);
};

it('tries again the channel that failed, and only that one, until it works', async () => {
  status = 500;
  await choose({ webhookUrl: webhookUrl() });
  await record('one');
  await sendDueNotifications(deps());
  await sendDueNotifications(deps());
  expect(got).toHaveLength(1);
  later(5);
  await sendDueNotifications(deps());
  expect(got).toHaveLength(2);
  status = 204;
  later(19);
  await sendDueNotifications(deps());
  expect(got).toHaveLength(2);
  later(1);
  // Two processes at once, as after a restart that came too soon.
  await Promise.all([sendDueNotifications(deps()), sendDueNotifications(deps())]);
  for (let n = 0; n < 10; n++) {
    later(3600);
    await record('one');
    await sendDueNotifications(deps());
  }
  expect(got).toHaveLength(3);
  expect(shown).toEqual(['one']);
  expect(await attempts()).toEqual(['desktop true', 'webhook false', 'webhook false', 'webhook true']);
  expect(toldToPages()).toEqual(['one']);
});

it('gives up in the end, with every attempt written down', async () => {
  status = 500;
  await choose({ desktop: false, webhookUrl: webhookUrl() });
  await record('one');
  for (let n = 0; n < 20; n++) {
    await sendDueNotifications(deps());
    later(1280);
  }
  expect(await attempts()).toEqual(Array(6).fill('webhook false'));
  expect(got).toHaveLength(6);
  const [row] = await listNotifications(world.store, { limit: 1 });
  expect(row).toMatchObject({ state: 'FAILED', retryAt: null });
});

it('does not try again in the night, nor a channel that was turned off since', async () => {
  status = 500;
  await choose({
    webhookUrl: webhookUrl(),
    quietHours: { on: true, from: '23:01', to: '08:00', timeZone: 'UTC' },
  });
  await record('one');
  await sendDueNotifications(deps());
  later(60);
  await sendDueNotifications(deps());
  expect(got).toHaveLength(1);
  now = new Date('2026-01-11T08:00:00Z');
  await sendDueNotifications(deps());
  expect(got).toHaveLength(2);
  await choose({});
  later(3600);
  await sendDueNotifications(deps());
  expect(got).toHaveLength(2);
  expect(shown).toEqual(['one']);
});

it('needs no other notification to try again, neither after a failure nor after a restart', async () => {
  now = new Date();
  status = 500;
  await choose({ webhookUrl: webhookUrl() });
  const running = startNotifications(live());
  await record('one');
  await expect.poll(attempts).toEqual(['desktop true', 'webhook false']);
  await running.stop();
  status = 204;
  const next = startNotifications(live());
  await expect.poll(attempts, { timeout: 20_000 }).toEqual(['desktop true', 'webhook false', 'webhook true']);
  await next.stop();
  expect(shown).toEqual(['one']);
});

it('goes on by itself after the database could not be read', async () => {
  const side = new Database(world.file);
  const errors: string[] = [];
  side.exec('ALTER TABLE Setting RENAME TO Away');
  const running = startNotifications({
    ...live(),
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
  });
  await record('one');
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  side.exec('ALTER TABLE Away RENAME TO Setting');
  side.close();
  await expect.poll(() => shown, { timeout: 20_000 }).toEqual(['one']);
  await running.stop();
});

const live = () => ({ ...deps(), clock: () => new Date(), log: pino({ level: 'silent' }) });

/** What an open page makes a pop-up of. */
function toldToPages(): unknown[] {
  return world.store.tail
    .read(0, 1000)
    .filter(({ payload }) => payload.state === 'SENT' && payload.again === undefined)
    .map(({ payload }) => payload.title);
}
