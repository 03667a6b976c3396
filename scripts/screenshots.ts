// Every page and dialog at two widths in both themes, from the real server with practice agents at work:
//   npx tsx scripts/screenshots.ts [folder] [part of a name …] [--axe]
// With --readme only the two pictures of the README, into docs/images.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { findAxeProblems, openBrowser, openPage, startServerWithAgents } from '../tests/support/browser';
import { makeGitWorld } from '../tests/support/git';
import { type Crowd, furnishCrowd } from '../tests/support/web/crowd';
import { type Furnished, furnish } from '../tests/support/web/furnish';
import { listRoutes } from '../tests/support/web/list_routes';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const forReadme = process.argv.includes('--readme');
const withAxe = process.argv.includes('--axe');
const folder = path.resolve(forReadme ? 'docs/images' : (words[0] ?? 'screenshots'));
const wanted = words.slice(1);
mkdirSync(folder, { recursive: true });

/** Without an address the page is taken as it stands. */
type Shot = { name: string; address?: string; after?: (page: Page) => Promise<unknown> };

const world = await makeGitWorld();
const server = await startServerWithAgents();
const browser = await openBrowser();
try {
  const { page, complaints } = await openPage(browser, server);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Start the tour' }).waitFor();
  if (!forReadme) await shoot(page, { name: 'first-run', address: '/' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Start the tour' }).click();
  await page.waitForURL(/\/epics\/\w+$/);
  const epic = new URL(page.url()).pathname;
  await page.locator('.react-flow__node').nth(2).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(6000);
  if (forReadme) await shootForReadme(page);
  else await shootAll(page, epic);
  for (const complaint of new Set(complaints)) console.log(`console: ${complaint.slice(0, 300)}`);
} finally {
  await browser.close();
  await server.stop();
  await world.cleanup();
}

async function shootForReadme(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(folder, `epic-${colorScheme}.png`) });
  }
}

async function shootAll(page: Page, epic: string): Promise<void> {
  const task = await page.locator('.react-flow__node').first().getAttribute('data-id');
  const atWork = epic.replace(/epics\/\w+$/, `tasks/${task}`);
  await shoot(page, { name: 'epic-at-work', address: epic });
  await shoot(page, { name: 'task-at-work', address: atWork });
  const house = await furnish(world, server);
  const crowd = await furnishCrowd(world, house.api);
  const shots = [
    ...(await shotsOf(house)),
    ...(await shotsOfSample(house, atWork)),
    ...(await shotsOfCrowd(house, crowd)),
  ];
  const seen = shots.map(({ address = '' }) => address.replace(/\?.*/, ''));
  for (const route of listRoutes()) {
    const shape = new RegExp(`^${route.replace(/\[\w+\]/g, '[\\w-]+')}$`);
    if (!seen.some((address) => shape.test(address))) throw new Error(`${route} is not among the pictures.`);
  }
  for (const shot of shots) await shoot(page, shot);
  await shootMerge(page, crowd);
  await shoot(page, { name: 'first-page', address: '/' });
  await page.goto(`${server.url}/inbox`);
  await server.kill();
  await page.getByText('The server does not answer').waitFor();
  await shoot(page, { name: 'server-down' });
}

async function shotsOf({ api, projectId, slug, ...made }: Furnished): Promise<Shot[]> {
  const at = `/projects/${slug}`;
  const [agent] = await api.agent.list.query({ projectId });
  const [mail] = (await api.mail.list.query({ projectId })).items;
  await api.task.create.mutate({
    projectId,
    parentId: null,
    quick: true,
    title: `A title that somebody wrote who had a great deal to say about the doors, the windows and the roof, and ${'reallyquitealongword'.repeat(3)}`,
  });
  return [
    { name: 'home', address: '/' },
    { name: 'design', address: '/design' },
    { name: 'design-dialog', address: '/design', after: clickIfThere('A dialog') },
    { name: 'design-confirm', address: '/design', after: clickIfThere('A confirmation') },
    { name: 'design-menu', address: '/design', after: clickIfThere('A menu') },
    { name: 'design-notes', address: '/design', after: notes },
    { name: 'inbox', address: '/inbox' },
    { name: 'inbox-reply', address: '/inbox', after: press('r') },
    { name: 'inbox-approve', address: '/inbox', after: press('a') },
    { name: 'inbox-selected', address: '/inbox', after: press('x', 'j', 'x', 'j', 'x') },
    { name: 'help', address: '/inbox', after: press('?') },
    { name: 'palette', address: '/inbox', after: press('Control+k') },
    { name: 'palette-found', address: '/inbox', after: press('Control+k', 'd', 'o', 'o', 'r') },
    { name: 'more', address: '/inbox', after: clickIfThere('More') },
    { name: 'projects', address: '/projects' },
    { name: 'project-new', address: '/projects/new' },
    { name: 'project-new-wrong', address: '/projects/new', after: typeFolder(tmpdir()) },
    { name: 'settings', address: '/settings' },
    { name: 'system', address: '/system' },
    { name: 'missing', address: '/nowhere' },
    { name: 'board', address: at },
    { name: 'board-switcher', address: at, after: clickIfThere('house') },
    { name: 'epics', address: `${at}/epics` },
    { name: 'epic-new', address: `${at}/epics/new` },
    { name: 'epic-new-wrong', address: `${at}/epics/new`, after: press('Control+Enter') },
    { name: 'epic-plan', address: `${at}/epics/${made.plan}` },
    { name: 'epic-quick', address: `${at}/epics/${made.review}` },
    { name: 'epic-menu', address: `${at}/epics/${made.plan}`, after: clickIfThere('More actions') },
    { name: 'project-inbox', address: `${at}/inbox` },
    { name: 'project-settings', address: `${at}/settings` },
    { name: 'task-failed', address: `${at}/tasks/${made.failed}` },
    { name: 'task-question', address: `${at}/tasks/${made.question}` },
    { name: 'reviews', address: `${at}/reviews` },
    { name: 'review', address: `${at}/reviews/1` },
    { name: 'review-split', address: `${at}/reviews/1?view=split` },
    { name: 'review-approve', address: `${at}/reviews/1`, after: press('a') },
    { name: 'review-verdict', address: `${at}/reviews/1`, after: press('r') },
    { name: 'review-comment', address: `${at}/reviews/1`, after: comment },
    { name: 'mail', address: `${at}/mail` },
    { name: 'mail-all', address: `${at}/mail?box=all` },
    { name: 'mail-agent', address: `${at}/mail?box=agent` },
    { name: 'mail-compose', address: `${at}/mail`, after: press('w') },
    { name: 'thread', address: `${at}/mail/${mail?.threadId}` },
    { name: 'agents', address: `${at}/agents` },
    { name: 'agents-wall', address: `${at}/agents?view=wall`, after: (page) => page.waitForTimeout(2500) },
    { name: 'agent', address: `${at}/agents/${agent?.id}` },
    { name: 'decisions', address: `${at}/decisions` },
  ];
}

/** Much of everything. */
async function shotsOfCrowd({ api }: Furnished, crowd: Crowd): Promise<Shot[]> {
  const at = `/projects/${crowd.slug}`;
  const cards = await api.epic.cards.query({ epicId: crowd.epic });
  const idOf = (title: string) => cards.find((card) => card.title.startsWith(title))?.id;
  const mails = (await api.mail.list.query({ projectId: crowd.projectId, box: 'mine' })).items;
  const letter = mails.find((mail) => mail.subject.startsWith('About the signs'));
  const agent = (await api.agent.list.query({ projectId: crowd.projectId })).find(
    (each) => each.taskTitle === 'Light the lamps',
  );
  const wait = (page: Page) => page.waitForTimeout(2500);
  return [
    { name: 'crowd-board', address: at },
    { name: 'crowd-inbox', address: `${at}/inbox` },
    { name: 'crowd-epics', address: `${at}/epics` },
    { name: 'crowd-epic', address: `${at}/epics/${crowd.epic}`, after: wait },
    { name: 'crowd-task-working', address: `${at}/tasks/${idOf('Build the office')}`, after: wait },
    { name: 'crowd-task-permission', address: `${at}/tasks/${idOf('Print')}`, after: wait },
    { name: 'crowd-task-failed', address: `${at}/tasks/${idOf('Dig')}`, after: wait },
    { name: 'crowd-task-waiting', address: `${at}/tasks/${idOf('Hold')}` },
    { name: 'crowd-task-crashing', address: `${at}/tasks/${crowd.crashing}`, after: wait },
    { name: 'crowd-task-attempts', address: `${at}/tasks/${crowd.crashing}?tab=attempts` },
    { name: 'crowd-task-paused', address: `${at}/tasks/${crowd.paused}`, after: wait },
    { name: 'crowd-epic-failed', address: `${at}/epics/${crowd.crashing}` },
    { name: 'crowd-agents', address: `${at}/agents` },
    { name: 'crowd-wall', address: `${at}/agents?view=wall`, after: wait },
    { name: 'crowd-agent', address: `${at}/agents/${agent?.id}`, after: wait },
    { name: 'crowd-agent-typing', address: `${at}/agents/${agent?.id}`, after: takeOver },
    { name: 'crowd-mail', address: `${at}/mail?box=all` },
    { name: 'crowd-thread', address: `${at}/mail/${letter?.threadId}` },
    { name: 'crowd-reviews', address: `${at}/reviews` },
    { name: 'crowd-review', address: `${at}/reviews/${crowd.pull}` },
    { name: 'crowd-review-remarks', address: `${at}/reviews/${crowd.pull}`, after: showRemarks },
    { name: 'crowd-review-split', address: `${at}/reviews/${crowd.pull}?view=split`, after: showRemarks },
    { name: 'crowd-review-send', address: `${at}/reviews/${crowd.pull}`, after: press('r') },
    { name: 'crowd-decisions', address: `${at}/decisions` },
    { name: 'crowd-details', address: `${at}/epics/${crowd.epic}`, after: press(']') },
  ];
}

/** While the tests of a merge run, on every page that is about it. */
async function shootMerge(page: Page, crowd: Crowd): Promise<void> {
  const at = `/projects/${crowd.slug}`;
  const merge = await crowd.beginMerge();
  await page.evaluate(() => localStorage.clear());
  const after = (page: Page) => page.getByText('The tests run on the merge').first().waitFor();
  await shoot(page, { name: 'merging-inbox', address: `${at}/inbox`, after });
  await shoot(page, { name: 'merging-epic', address: `${at}/epics/${merge.epic}`, after });
  await shoot(page, { name: 'merging-review', address: `${at}/reviews/${merge.pull}`, after });
  await merge.release();
  await shoot(page, { name: 'merged-review', address: `${at}/reviews/${merge.pull}` });
}

/** The sample project: one epic from its plan to its end. */
async function shotsOfSample({ api }: Furnished, task: string): Promise<Shot[]> {
  const at = task.replace(/\/tasks\/\w+$/, '');
  const id = task.replace(/.*\//, '');
  const { projectId } = await api.task.get.query({ id });
  const done = async () => (await api.inbox.list.query({ projectId })).some(({ kind }) => kind === 'review');
  for (let n = 0; n < 240 && !(await done()); n++) await new Promise((tick) => setTimeout(tick, 500));
  const epic = (await api.task.get.query({ id })).parentId;
  return [
    { name: 'sample-board', address: at },
    { name: 'sample-epic', address: `${at}/epics/${epic}` },
    { name: 'sample-task', address: task },
    { name: 'sample-task-activity', address: `${task}?tab=activity` },
    { name: 'sample-task-changes', address: `${task}?tab=changes` },
    { name: 'sample-task-attempts', address: `${task}?tab=attempts` },
    { name: 'sample-decisions', address: `${at}/decisions` },
    { name: 'sample-mail', address: `${at}/mail?box=all` },
    { name: 'sample-agents', address: `${at}/agents` },
    { name: 'sample-reviews', address: `${at}/reviews` },
  ];
}

function press(...keys: string[]) {
  return async (page: Page) => {
    for (const [index, key] of keys.entries()) {
      if (index === 0) await page.locator('body').press(key);
      else await page.keyboard.press(key);
    }
    await page.waitForTimeout(500);
  };
}

function clickIfThere(name: string) {
  return async (page: Page) => {
    const button = page.getByRole('button', { name }).first();
    if (await button.isVisible()) await button.click();
  };
}

async function takeOver(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Take over' }).click();
  await page.waitForTimeout(2500);
}

async function showRemarks(page: Page): Promise<void> {
  await page
    .getByRole('article', { name: /^Comment on line/ })
    .first()
    .scrollIntoViewIfNeeded();
}

function typeFolder(folder: string) {
  return async (page: Page) => {
    await page.getByLabel('Folder of the repository').fill(folder);
    await page.getByRole('alert').first().waitFor();
  };
}

async function notes(page: Page): Promise<void> {
  for (const name of ['A note', 'A failure']) await page.getByRole('button', { name }).click();
  await page.waitForTimeout(300);
}

async function comment(page: Page): Promise<void> {
  const line = page.getByRole('button', { name: /^Comment on line/ }).first();
  if (await line.isVisible()) await line.click();
}

async function shoot(page: Page, { name, address, after }: Shot): Promise<void> {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) return;
  for (const [width, height] of [
    [1440, 900],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    if (address !== undefined) await page.goto(`${server.url}${address}`);
    await page.waitForFunction(() => document.querySelector(':not([data-specimen] *).anim-shimmer') === null);
    await page.waitForTimeout(500);
    await after?.(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(250);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
      if (!withAxe) continue;
      for (const problem of await findAxeProblems(page))
        console.log(`${name} ${width} ${colorScheme}: ${problem}`);
    }
  }
}
