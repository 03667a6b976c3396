import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { describePage, type LastingServer, openBrowser, openPage, startServerWithAgents } from '../browser';
import { createCaller } from '../call';
import { type GitWorld, makeGitWorld } from '../git';
import type { TestServer } from '../server';

export type Visitor = {
  page: Page;
  /** What the browser complained about. */
  complaints: string[];
  /** Goes to an address of the server and waits until React has the page and it hears of changes, or knows that it cannot. */
  visit(address: string): Promise<void>;
};

export type Stage = Visitor & {
  world: GitWorld;
  server: LastingServer;
  api: ReturnType<typeof createCaller>;
  /** One more page with a profile of its own, on this server or another one. */
  open(server?: Pick<TestServer, 'url' | 'signIn'>, options?: BrowserContextOptions): Promise<Visitor>;
};

/** Only a failing test waits so long. */
const PATIENCE_MS = 60_000;

/**
 * For a file of browser tests: repositories, a server with agents, a browser with a page that is signed in. They are there
 * from the first `beforeAll` on, go whatever happened, and a failed test says what its pages showed.
 */
export function openStage(): () => Stage {
  let stage: Stage | undefined;
  const pages: Page[] = [];
  const endings: (() => Promise<unknown>)[] = [];
  const later = <Thing>(thing: Thing, end: (thing: Thing) => Promise<unknown>): Thing => {
    endings.unshift(() => end(thing));
    return thing;
  };

  beforeAll(async () => {
    const world = later(await makeGitWorld(), (each) => each.cleanup());
    const server = later(await startServerWithAgents(), (each) => each.stop());
    const browser = later(await openBrowser(), (each) => each.close());
    const open: Stage['open'] = async (at = server, context = {}) => {
      const visitor = await openVisitor(browser, at, context);
      visitor.page.setDefaultTimeout(PATIENCE_MS);
      pages.push(visitor.page);
      return visitor;
    };
    const api = createCaller({ url: server.url, cookie: await server.signIn() });
    stage = { world, server, api, open, ...(await open()) };
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const page of pages) console.error(await describePage(page));
  });
  afterAll(async () => {
    for (const end of endings) await end();
  });

  return () => {
    if (stage === undefined) throw new Error('The stage opens with the first beforeAll.');
    return stage;
  };
}

async function openVisitor(
  browser: Browser,
  server: Pick<TestServer, 'url' | 'signIn'>,
  options: BrowserContextOptions,
): Promise<Visitor> {
  const { page, complaints } = await openPage(browser, server, options);
  return {
    page,
    complaints,
    async visit(address) {
      await page.goto(new URL(address, server.url).href);
      const main = page.getByRole('navigation', { name: 'Main', includeHidden: true });
      await main.getByText('Connecting').waitFor({ state: 'detached' });
    },
  };
}
