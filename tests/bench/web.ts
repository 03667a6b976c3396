import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { newId } from '@/backend/clients/home/new_id';
import { createPullRequest, type NewPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store } from '@/backend/resource_accessors/store/store';
import { updateTaskText } from '@/backend/resource_accessors/task.accessor';
import { openBrowser, openPage } from '../support/browser';
import { commitFiles, type GitWorld, makeGitWorld } from '../support/git';
import { listen } from '../support/listen';
import { startServer, type TestServer } from '../support/server';
import { addTestProject, addTestTask } from '../support/store';
import { type Figure, figure, median, percentile } from './figure';

const TASKS = 1000;
const LOCK_LINES = 50_000;
const EVENTS = 10_000;
const BATCH = 100;
const CHANGES = 100;
const VISITS = 5;
const PATIENCE_MS = 30_000;

type Site = { server: TestServer; browser: Browser; store: Store; git: GitWorld };
type Board = { address: string; taskIds: string[] };

/** What a person waits for: the built server, a real browser with nothing cached, a full database. */
export async function benchWeb(): Promise<Figure[]> {
  const git = await makeGitWorld();
  // Pages only: nobody acts on the rows that are put there.
  const server = await startServer({ args: ['--role', 'web'] });
  const browser = await openBrowser();
  const file = path.join(server.home, 'factory', 'factory.db');
  const store = await openStore({ file, clock: () => new Date() });
  const site = { server, browser, store, git };
  try {
    const full = await addBoard(site, { name: 'full', tasks: TASKS });
    const empty = await addBoard(site, { name: 'empty', tasks: 0 });
    const large = await addPull(site, { name: 'large', lockLines: LOCK_LINES });
    const small = await addPull(site, { name: 'small', lockLines: 0 });
    // A page is compiled when it is asked for first; that belongs to the start of the server.
    await visit(site, empty.address, EMPTY_BOARD);
    await visit(site, small, FIRST_LINES);
    return [
      await benchBoard(site, { full: full.address, empty: empty.address }),
      ...(await benchDiff(site, { large, small })),
      await benchLive(site, full),
      await benchHeap(site, full),
    ];
  } finally {
    await store.close();
    await browser.close();
    await server.stop();
    await git.cleanup();
  }
}

// What is waited for, as the page itself can see it.
const EMPTY_BOARD = `document.querySelector('main a[href$="/epics/new"]')`;
const CURSOR_MOVED = `(press('j'), document.querySelector('[data-card].border-accent'))`;
const FIRST_LINES = `document.querySelector('[aria-label="Diff"] [aria-label^="Comment on line"]')`;
const LOCK_FILE = `document.querySelector('[aria-label="Diff"]').textContent.includes('node_modules/part-1"')`;

async function benchBoard(site: Site, board: { full: string; empty: string }): Promise<Figure> {
  return figure({
    name: `board with ${TASKS} tasks, opened until a key moves the cursor`,
    unit: 'ms',
    value: await median(VISITS, () => visit(site, board.full, CURSOR_MOVED)),
    floor: await median(VISITS, () => visit(site, board.empty, EMPTY_BOARD)),
    floorOf: 'an empty board until it is drawn',
    goal: '≤ 1000 ms',
  });
}

async function benchDiff(site: Site, review: { large: string; small: string }): Promise<Figure[]> {
  const floor = await median(VISITS, () => visit(site, review.small, FIRST_LINES));
  const floorOf = 'the same without the lock file';
  return [
    figure({
      name: `pull request with a lock file of ${LOCK_LINES} lines, opened until its diff is drawn`,
      unit: 'ms',
      value: await median(VISITS, () => visit(site, review.large, FIRST_LINES)),
      floor,
      floorOf,
      goal: '≤ 1000 ms',
    }),
    figure({
      name: 'that lock file, asked for until its lines are drawn',
      unit: 'ms',
      value: await median(VISITS, () => unfold(site, review.large)),
      floor,
      floorOf,
      goal: '≤ 1000 ms',
    }),
  ];
}

/** From the commit by another process until the page shows it. */
async function benchLive(site: Site, board: Board): Promise<Figure> {
  const { page } = await openPage(site.browser, site.server);
  const samples: number[] = [];
  await page.goto(`${site.server.url}${board.address}`);
  await page.locator('[data-card]').first().waitFor();
  const id = (await page.locator('[data-card]').first().getAttribute('data-card')) ?? '';
  for (let n = 0; n < CHANGES; n++) {
    const title = `Changed ${n}`;
    const shown = moment(
      page,
      `document.querySelector('[data-card="${id}"] h3')?.textContent === '${title}'`,
    );
    await site.store.write((tx) => updateTaskText(tx, id, { title }));
    const committed = Date.now();
    samples.push((await shown) - committed);
  }
  await page.context().close();
  const bare = await bareStream(site.browser);
  return figure({
    name: `commit by another process until a board with ${TASKS} tasks shows it, p95`,
    unit: 'ms',
    value: percentile(samples, 0.95),
    floor: percentile(bare, 0.95),
    floorOf: 'a bare EventSource that sets one text',
    goal: '≤ 100 ms',
  });
}

/**
 * What a page that stays open keeps after many changes. The first ten thousand are the warm-up: while they are read the engine
 * compiles what runs often and the browser fills its own lists of requests, which are no rows of ours and happen once.
 */
async function benchHeap(site: Site, board: Board): Promise<Figure> {
  const { page } = await openPage(site.browser, site.server);
  await page.goto(`${site.server.url}${board.address}`);
  await page.locator('[data-card]').first().waitFor();
  const first = (await page.locator('[data-card]').first().getAttribute('data-card')) ?? '';
  const change = async (events: number, last: string): Promise<void> => {
    for (let n = 0; n < events; n += BATCH) {
      const ids = board.taskIds.slice(n % TASKS, (n % TASKS) + BATCH);
      await site.store.write(async (tx) => {
        for (const id of ids) await updateTaskText(tx, id, { description: `Round ${n}` });
      });
    }
    await site.store.write((tx) => updateTaskText(tx, first, { title: last }));
    await page.locator(`[data-card="${first}"] h3`, { hasText: last }).waitFor();
  };
  await change(EVENTS, 'Warmed up');
  const before = await heapMb(page);
  await change(EVENTS, 'All seen');
  const after = await heapMb(page);
  await page.context().close();
  return figure({
    name: `heap of an open board that has seen ${EVENTS} changes, after ${EVENTS} more`,
    unit: 'MB',
    value: after,
    floor: before,
    floorOf: 'the same page before',
    goal: '≤ 1.1×',
  });
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // Twice: what the first pass finalises is freed by the second.
  for (let pass = 0; pass < 2; pass++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}

/** Looks in every frame; answers with the time after the frame that had it was painted. */
const WATCH = `
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const watch = (see) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('It was never seen: ' + see)), ${PATIENCE_MS});
    const look = () => {
      if (document.body !== null && see()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });
`;

/** A visitor for the first time goes there. Milliseconds from the start of the navigation until it is painted. */
async function visit(site: Site, address: string, sight: string): Promise<number> {
  const { page } = await openPage(site.browser, site.server);
  await page.addInitScript(`${WATCH}; window.painted = watch(() => ${sight});`);
  await page.goto(`${site.server.url}${address}`, { waitUntil: 'commit' });
  const took = Number(await page.evaluate('window.painted'));
  await page.context().close();
  return took;
}

async function unfold(site: Site, address: string): Promise<number> {
  const { page } = await openPage(site.browser, site.server);
  await page.goto(`${site.server.url}${address}`);
  await page.getByRole('button', { name: 'Show the diff' }).waitFor();
  const took = Number(
    await page.evaluate(`(async () => {
      ${WATCH}
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Show the diff');
      const began = performance.now();
      button.click();
      return (await watch(() => ${LOCK_FILE})) - began;
    })()`),
  );
  await page.context().close();
  return took;
}

/** The moment at which the page changes so that this holds. */
async function moment(page: Page, sight: string): Promise<number> {
  const at: unknown = await page.evaluate(`new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('It was never shown.')), ${PATIENCE_MS});
    const look = () => (${sight}) && (observer.disconnect(), resolve(Date.now()));
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    look();
  })`);
  return Number(at);
}

/** The least that a push can cost: a server that writes a line, a page that shows it. */
async function bareStream(browser: Browser): Promise<number[]> {
  let stream: ServerResponse | undefined;
  const server = createServer((req, res) => {
    if (req.url === '/stream') {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      stream = res;
      return;
    }
    res.setHeader('content-type', 'text/html');
    res.end(`<p></p><script>
      new EventSource('/stream').onmessage = (event) => { document.querySelector('p').textContent = event.data; };
    </script>`);
  });
  const { url, stop } = await listen(server);
  const page = await browser.newPage();
  await page.goto(url);
  const samples: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const shown = moment(page, `document.querySelector('p').textContent === 'Changed ${n}'`);
    // The page must be looking before it is told.
    await page.evaluate('1');
    const sent = Date.now();
    stream?.write(`data: Changed ${n}\n\n`);
    samples.push((await shown) - sent);
  }
  await page.close();
  await stop();
  return samples;
}

/** Epics of fifty subtasks in all states, a third of them with a pull request. */
async function addBoard(site: Site, input: { name: string; tasks: number }): Promise<Board> {
  const repo = await site.git.makeRepo({ name: input.name });
  const states = ['IN_PROGRESS', 'REVIEW', 'COMPLETED', 'PENDING', 'BLOCKED'] as const;
  return site.store.write(async (tx) => {
    const project = await addTestProject(tx, repo);
    const taskIds: string[] = [];
    let epicId: string | null = null;
    for (let n = 0; n < input.tasks; n++) {
      const isEpic = n % 50 === 0;
      const state = isEpic ? 'IN_PROGRESS' : (states[n % states.length] ?? 'PENDING');
      const task = await addTestTask(tx, {
        projectId: project.id,
        parentId: isEpic ? null : epicId,
        title: `Task ${n} of the board that is measured`,
        state,
      });
      if (isEpic) epicId = task.id;
      taskIds.push(task.id);
      if (n % 3 === 0) await createPullRequest(tx, { ...pullOf(task), additions: n, deletions: n % 7 });
    }
    return { address: `/projects/${project.slug}`, taskIds };
  });
}

/** A pull request of one source file, and a lock file when it is to be long. Its address. */
async function addPull(site: Site, input: { name: string; lockLines: number }): Promise<string> {
  const repo = await site.git.makeRepo({ name: input.name });
  const baseSha = await site.git.git(repo, 'rev-parse', 'HEAD');
  await site.git.git(repo, 'switch', '--quiet', '--create', 'change');
  const lock = Array.from(
    { length: input.lockLines },
    (_, n) => `    "node_modules/part-${n}": { "version": "${n}.0.0" },`,
  );
  const headSha = await commitFiles(site.git, {
    repo,
    files: {
      'a.ts': 'export const answer = 42;\n',
      ...(lock.length === 0 ? {} : { 'package-lock.json': `{\n${lock.join('\n')}\n}\n` }),
    },
  });
  return site.store.write(async (tx) => {
    const project = await addTestProject(tx, repo);
    const task = await addTestTask(tx, { projectId: project.id, quick: true, state: 'REVIEW' });
    const pull = await createPullRequest(tx, {
      ...pullOf(task),
      headSha,
      baseSha,
      additions: input.lockLines + 1,
      changedFiles: input.lockLines === 0 ? 1 : 2,
    });
    return `/projects/${project.slug}/reviews/${pull.number}`;
  });
}

function pullOf(task: { id: string; projectId: string; title: string; branchName: string }): NewPullRequest {
  return {
    id: newId(),
    projectId: task.projectId,
    taskId: task.id,
    kind: 'FINAL',
    title: task.title,
    body: '',
    headBranch: task.branchName,
    baseBranch: 'main',
    mirrorPending: false,
    headSha: '0'.repeat(40),
    baseSha: '0'.repeat(40),
    additions: 1,
    deletions: 0,
    changedFiles: 1,
    commits: 1,
    conflictFiles: [],
  };
}
