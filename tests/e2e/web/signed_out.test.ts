import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from '../../support/browser';
import { createCaller } from '../../support/call';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { startServer, type TestServer } from '../../support/server';

let world: GitWorld;
let server: TestServer;
let browser: Browser;
let asked: string;

/** Nobody is signed in to it, and it writes down how often it was asked. */
function makeSignedOutClaude(dir: string): string {
  const file = path.join(dir, 'claude');
  asked = path.join(dir, 'asked');
  mkdirSync(dir, { recursive: true });
  writeFileSync(asked, '');
  writeFileSync(
    file,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo '2.1.0 (Claude Code)'; else echo x >> '${asked}'; echo '{"loggedIn":false}'; fi\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

const timesAsked = () => readFileSync(asked, 'utf8').split('\n').length - 1;

beforeAll(async () => {
  world = await makeGitWorld();
  server = await startServer({ env: { CLAUDE_PATH: makeSignedOutClaude(path.join(world.dir, 'program')) } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.cleanup();
});

it('says how to sign in where the agent waits, and tries again when it is told to', async () => {
  const api = createCaller({ url: server.url, cookie: await server.signIn() });
  const project = await api.project.add.mutate({ path: await world.makeRepo({ name: 'shop' }) });
  const epic = await api.task.create.mutate({ projectId: project.id, parentId: null, title: 'Sell more' });
  const { page } = await openPage(browser, server);
  await page.goto(`${server.url}/projects/${project.slug}/epics/${epic.id}`);
  const row = page.getByRole('list', { name: 'Conditions' }).getByRole('listitem');
  await row.getByText(/nobody is signed in\. Run ".*claude" in a terminal/).waitFor();
  await page.getByText('You: do what is said above.').waitFor();
  const before = timesAsked();
  await row.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(timesAsked, { timeout: 30_000 }).toBeGreaterThan(before);
  await row.getByRole('button', { name: 'Retry' }).waitFor();

  await page.goto(`${server.url}/projects/${project.slug}`);
  const blocked = page.getByRole('region', { name: /^Blocked/ });
  await blocked.getByText('Sell more').waitFor();
  await blocked.getByText('waiting for a sign-in').waitFor();

  await page.goto(`${server.url}/inbox`);
  await page.getByText('Failed or stuck').waitFor();
  await page.getByText(/nobody is signed in\. Run ".*claude" in a terminal/).waitFor();

  const then = timesAsked();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(timesAsked, { timeout: 30_000 }).toBeGreaterThan(then);
  await page.getByRole('button', { name: 'Retry' }).waitFor();
});
