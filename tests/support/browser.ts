import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { startServer, type TestServer, temporaryHome } from './server';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's chromium with a fresh profile. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: FLAGS });
}

export type LastingServer = Pick<TestServer, 'home' | 'url' | 'signIn' | 'stop'> & {
  /** As `kill -9` or a power cut does it. */
  kill(): Promise<void>;
  /** Again, on the same port and home. */
  start(): Promise<void>;
};

/** A server whose agents end with it: first the server, which would start them again, then their terminals. */
export async function startServerWithAgents(): Promise<LastingServer> {
  const home = temporaryHome();
  let server = await startServer({ home });
  const { url, port, signIn } = server;
  return {
    home,
    url,
    signIn,
    async kill() {
      server.child.kill('SIGKILL');
      await server.exited;
    },
    async start() {
      server = await startServer({ home, port });
    },
    async stop() {
      await server.stop();
      spawnSync('tmux', ['-S', path.join(home, 'factory', 'tmux.sock'), 'kill-server']);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** A page that is signed in to this server, and collects what the browser complains about. */
export async function openPage(
  browser: Browser,
  server: Pick<TestServer, 'url' | 'signIn'>,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const [name = '', value = ''] = (await server.signIn()).split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** What a person saw when a test failed. */
export async function describePage(page: Page): Promise<string> {
  return `${page.url()}\n${await page.title()}\n${await page.locator('body').innerText()}`;
}

const Findings = z.array(
  z.object({
    id: z.string(),
    impact: z.string().nullable(),
    nodes: z.array(z.object({ html: z.string() })),
  }),
);

/** What axe calls serious or critical, one line each. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's own policy for scripts does not bind.
  await page.evaluate(AXE);
  const result: unknown = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  );
  return Findings.parse(result)
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}
