import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../support/web/stage';

const stage = openStage();
let repo: string;

const HUGE = 'x'.repeat(100_000);
const HTML = '<img src=x onerror="document.title=1"><script>document.title=1</script><b>bold</b>';

beforeAll(async () => {
  repo = await stage().world.makeRepo({ name: 'shop' });
});

/** Presses the button and waits for the words at the field; what was typed has to stand there still. */
async function refused(input: { button: string; field: Locator; typed: string; words: string | RegExp }) {
  const { page } = stage();
  await input.field.fill(input.typed);
  await page.getByRole('button', { name: input.button }).click();
  await page.getByRole('alert').filter({ hasText: input.words }).first().waitFor();
  await holds(input.field, input.typed);
}

const holds = (field: Locator, text: string) => expect.poll(() => field.inputValue()).toBe(text);

/** Twice in one breath, before React has drawn anything in between. */
const clickTwice = (button: Locator) =>
  button.evaluate((element) => {
    if (element instanceof HTMLElement) for (const _ of [1, 2]) element.click();
  });

describe('bad input', () => {
  it('is refused at the field where a project is added', async () => {
    const { world, page, api, visit } = stage();
    await visit('/projects/new');
    const folder = page.getByLabel('Folder of the repository');
    const button = 'Add the project';
    const plain = path.join(world.dir, 'plain');
    mkdirSync(plain);
    const foreign = await world.makeRepo({ name: 'foreign' });
    // Root may read everything; what it must not trust is a repository of somebody else.
    if (process.getuid?.() === 0) chownSync(foreign, 12_345, 12_345);
    else chmodSync(foreign, 0);

    await refused({ button, field: folder, typed: '', words: 'Give the path of a git repository.' });
    await refused({ button, field: folder, typed: plain, words: 'is not a git repository' });
    await refused({ button, field: folder, typed: '/nowhere/at/all', words: /does not exist|no such/i });
    await refused({ button, field: folder, typed: HTML, words: /absolute|does not exist/i });
    await refused({ button, field: folder, typed: HUGE, words: /4,?096|too long/i });
    await refused({ button, field: folder, typed: foreign, words: /another user owns it|permission/i });
    expect(await api.project.list.query({})).toEqual([]);

    await folder.fill(repo);
    await page.getByLabel('Name').fill('My shop');
    expect(await page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
    await page.reload();
    await holds(folder, repo);
    await holds(page.getByLabel('Name'), 'My shop');
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(/\/projects\/my-shop\/epics\/new$/);

    await visit('/projects/new');
    await folder.fill(repo);
    await page.getByText('This repository is the project My shop already.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: button }).isDisabled()).toBe(true);
    expect(await api.project.list.query({})).toHaveLength(1);
  });

  it('is sent again also when something was typed while the first was under way', async () => {
    const { page, visit } = stage();
    await visit('/projects/new');
    const folder = page.getByLabel('Folder of the repository');
    const add = page.getByRole('button', { name: 'Add the project' });
    const late = async (route: Route) => {
      await sleep(700);
      await route.continue();
    };
    await page.route('**/api/trpc/project.add*', late, { times: 1 });
    await folder.fill('/nowhere');
    const answered = page.waitForResponse(/project\.add/);
    await add.click();
    await folder.fill('/nowhere/else');
    await answered;
    const again = page.waitForRequest(/project\.add/);
    await add.click();
    await again;
  });

  it('is refused at the field where an epic is written', async () => {
    const { page, api, visit } = stage();
    await visit('/projects/my-shop/epics/new');
    const title = page.getByLabel('Title');
    const button = 'Start the epic';
    await page.getByLabel('Description').fill('Half a thought');
    await refused({ button, field: title, typed: '', words: 'Give it a title.' });
    await refused({ button, field: title, typed: HUGE, words: 'Keep the title under 200 characters' });
    await page.getByLabel('Description').fill(`${HUGE}${HUGE}${HUGE}`);
    await refused({
      button,
      field: page.getByLabel('Description'),
      typed: `${HUGE}${HUGE}${HUGE}`,
      words: 'Keep this under 200,000 characters.',
    });
    expect(await api.task.list.query({})).toEqual([]);

    await title.fill('Half');
    await page.getByLabel('Description').fill('Half a thought');
    await page.reload();
    await holds(page.getByLabel('Description'), 'Half a thought');
    await holds(title, 'Half');
  });

  it('shows HTML as the text it is', async () => {
    const { page } = stage();
    await page.getByLabel('Title').fill(HTML);
    await page.getByLabel('Description').fill(HTML);
    await page.getByRole('radio', { name: 'Preview' }).first().click();
    await page.getByRole('region', { name: 'Preview' }).getByText('bold').waitFor();
    await page.getByLabel('Workers').click();
    await page.getByRole('option', { name: 'Practice agents' }).click();
    await page.getByLabel('Supervisor').click();
    await page.getByRole('option', { name: 'Practice agents' }).click();
    await page.getByRole('button', { name: 'Start the epic' }).click();
    await page.waitForURL(/\/epics\/\w{10,}$/);
    await page.getByRole('heading', { name: HTML }).waitFor();
    await expect.poll(() => page.title()).toContain(HTML);
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page
      .getByText(/is thinking|in progress|starting/)
      .first()
      .waitFor();
  });

  it('is refused at the field where a mail is written', async () => {
    const { page, api, visit } = stage();
    await visit('/projects/my-shop/mail');
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByRole('dialog').getByText('supervisor-').first().waitFor();
    const subject = page.getByLabel('Subject');
    const body = page.getByLabel('Text');
    const button = 'Send';
    await body.fill('Hello');
    await refused({ button, field: subject, typed: '', words: 'Give the mail a subject.' });
    await refused({ button, field: subject, typed: HUGE, words: 'Keep the subject under 200 characters.' });
    await subject.fill('A word');
    await refused({ button, field: body, typed: '  ', words: 'Write something.' });
    await refused({ button, field: body, typed: HUGE, words: 'Keep a mail under 50,000 characters' });
    await holds(subject, 'A word');
    const { items } = await api.mail.list.query({ box: 'all' });
    expect(items.filter((mail) => mail.fromParty === 'HUMAN')).toEqual([]);
  });

  it('is refused at the field where a project is set up', async () => {
    const { page, api, complaints, visit } = stage();
    await visit('/projects/my-shop/settings');
    const name = page.getByLabel('Name');
    const branch = page.getByLabel('Default branch');
    const workers = page.getByLabel('Workers at once');
    const button = 'Save';
    await refused({ button, field: name, typed: '', words: 'Give the project a name.' });
    await refused({ button, field: name, typed: HUGE, words: '100' });
    await name.fill('Your shop');
    await refused({ button, field: branch, typed: 'no-such-branch', words: 'no branch “no-such-branch”' });
    await branch.fill('main');
    await refused({ button, field: workers, typed: '0', words: 'At least 1.' });
    const hasFocus = () => workers.evaluate((field) => field === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    expect(await workers.evaluate((field) => field.getBoundingClientRect().bottom)).toBeLessThan(
      await page
        .getByRole('button', { name: button, exact: true })
        .evaluate((each) => each.getBoundingClientRect().top),
    );
    await refused({ button, field: workers, typed: '', words: /number/i });
    await holds(name, 'Your shop');
    expect((await api.project.list.query({})).map((project) => project.name)).toEqual(['My shop']);
    // Refusals are the only thing the browser had to report.
    const others = complaints.filter((text) => !/40[0-9] \(|412 \(/.test(text));
    expect(others).toEqual([]);
  });
});

describe('pressing twice', () => {
  it('makes one epic, by keys as by clicks', async () => {
    const { page, api, visit } = stage();
    const titled = async (title: string) =>
      (await api.task.list.query({})).filter((task) => task.title === title);
    await visit('/projects/my-shop/epics/new');
    await page.getByLabel('Title').fill('By keys');
    await page.getByLabel('Title').evaluate((element) => {
      const press = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      for (const _ of [1, 2]) element.dispatchEvent(new KeyboardEvent('keydown', press));
    });
    await page.waitForURL(/\/epics\/\w{10,}$/);
    await visit('/projects/my-shop/epics/new');
    const button = page.getByRole('button', { name: 'Start the epic' });
    await page.getByLabel('Title').fill('');
    await clickTwice(button);
    await page.getByRole('alert').filter({ hasText: 'Give it a title.' }).first().waitFor();
    await page.getByLabel('Title').fill('By clicks');
    await clickTwice(button);
    await page.waitForURL(/\/epics\/\w{10,}$/);
    expect(await titled('By keys')).toHaveLength(1);
    expect(await titled('By clicks')).toHaveLength(1);
  });

  it('sends one mail and one reply', async () => {
    const { page, api, visit } = stage();
    await visit('/projects/my-shop/mail');
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByRole('dialog').getByText('supervisor-').first().waitFor();
    await page.getByLabel('Subject').fill('Once');
    await page.getByLabel('Text').fill('A word.');
    await clickTwice(page.getByRole('dialog').getByRole('button', { name: 'Send' }));
    await page.waitForURL(/\/mail\/\w{10,}$/);
    await page.getByLabel('Reply', { exact: true }).fill('One more.');
    await clickTwice(page.getByRole('button', { name: 'Send' }));
    await page.getByText('One more.').first().waitFor();
    const mine = async () =>
      (await api.mail.list.query({ box: 'all' })).items.filter((mail) => mail.fromParty === 'HUMAN');
    await expect.poll(mine).toHaveLength(2);
  });
});

it('says that the sign-in is over, and keeps what was typed', async () => {
  const { page, visit } = await stage().open();
  await visit('/projects/my-shop/epics/new');
  await page.getByLabel('Title').fill('Too late');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Start the epic' }).click();
  await page.getByRole('alert').filter({ hasText: 'You are not signed in.' }).waitFor();
  await page.getByText('npm run factory -- open').first().waitFor();
  await holds(page.getByLabel('Title'), 'Too late');
});

it('takes a folder whose name ends in a space', async () => {
  const { world, page, visit } = stage();
  const folder = await world.makeRepo({ name: 'a shop ' });
  await visit('/projects/new');
  await page.getByLabel('Folder of the repository').fill(folder);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('a shop');
  await page.getByRole('button', { name: 'Add the project' }).click();
  await page.waitForURL(/\/projects\/a-shop\/epics\/new$/);
});
