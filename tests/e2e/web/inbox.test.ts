import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Furnished, furnish } from '../../support/web/furnish';
import { openStage } from '../../support/web/stage';

const stage = openStage();
let house: Furnished;

beforeAll(async () => {
  const { world, server, visit } = stage();
  house = await furnish(world, server);
  await visit('/inbox');
  await row('Paint the door').waitFor();
});

const rows = (title: string | RegExp) => {
  const { page } = stage();
  return page.locator('main li').filter({ has: page.getByRole('link', { name: title }) });
};
const row = (title: string | RegExp) => rows(title).first();
const press = (keys: string) => stage().page.locator('body').press(keys);
const current = () => stage().page.locator('main li[aria-current]');
const closeToast = () => stage().page.getByRole('button', { name: 'Close' }).first().click();

async function moveTo(title: string): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) await press('k');
  for (let steps = 0; steps < 20; steps += 1) {
    if (((await current().textContent()) ?? '').includes(title)) return;
    await press('j');
  }
  throw new Error(`No row about ${title}`);
}

/** Keeps the answer to one procedure back until the test says how it ends. */
async function holdBack(procedure: string): Promise<(end: 'fail' | 'let through') => Promise<void>> {
  let caught: (route: Route) => void = () => {};
  const held = new Promise<Route>((resolve) => {
    caught = resolve;
  });
  const address = `**/api/trpc/${procedure}**`;
  const { page } = stage();
  await page.route(address, (route) => caught(route));
  return async (end) => {
    const route = await held;
    await (end === 'fail' ? route.abort() : route.continue());
    await page.unroute(address);
  };
}

describe('the inbox', () => {
  it('counts what waits in the title and on the icon, and is walked by keys', async () => {
    const { page, api } = stage();
    const icon = async () =>
      decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '');
    // One more may come in between two looks.
    await expect
      .poll(async () => {
        const waiting = (await api.inbox.list.query({})).length;
        return (
          (await page.title()).startsWith(`(${waiting}) `) && (await icon()).includes(`>${waiting}</text>`)
        );
      })
      .toBe(true);
    const key = () => current().getAttribute('data-key');
    const first = await key();
    await press('j');
    await expect.poll(key).not.toBe(first);
    await press('k');
    await expect.poll(key).toBe(first);
  });

  it('lets a question be answered on the page of its task too, and says whose move it is', async () => {
    const { page, visit } = stage();
    await visit(`/projects/house/tasks/${house.question}`);
    const asked = page.getByRole('region', { name: 'Questions for you' });
    await asked.getByRole('button', { name: 'Yes' }).waitFor();
    await visit('/projects/house/agents');
    const agent = page.getByRole('row').filter({ hasText: 'Order a key' });
    await agent.getByText('asks you').waitFor();
    await agent.getByText('asks: How many keys?', { exact: true }).waitFor();
    await visit('/inbox');
    await row('Paint the door').waitFor();
  });

  it('shows an answer at once, and takes it back with the reason when it did not arrive', async () => {
    const { page } = stage();
    const end = await holdBack('inbox.answer');
    await row(/asks: How many keys/)
      .getByRole('button', { name: 'Yes' })
      .click();
    await row(/asks: How many keys/).waitFor({ state: 'detached' });
    await end('fail');
    await row(/asks: How many keys/).waitFor();
    await page.getByText('The server does not answer.').first().waitFor();
    await closeToast();

    await moveTo('How many keys');
    await press('r');
    await page.getByRole('radio', { name: 'Something else' }).click();
    await page.getByLabel('A note with it').fill('Three, one for the neighbour.');
    await page.keyboard.press('Control+Enter');
    await row(/asks: How many keys/).waitFor({ state: 'detached' });
    await row('Order a key').waitFor();
  });

  it('puts several mails away at once, and brings them back when that failed', async () => {
    const { page } = stage();
    const end = await holdBack('mail.mark');
    await moveTo('About the colour');
    await press('x');
    await moveTo('About the handle');
    await press('x');
    await page.getByText('2 items selected').waitFor();
    await press('e');
    for (const title of ['About the colour', 'About the handle'])
      await row(title).waitFor({ state: 'detached' });
    await end('fail');
    for (const title of ['About the colour', 'About the handle']) await row(title).waitFor();
    await closeToast();

    await moveTo('About the handle');
    await press('e');
    await row('About the handle').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('About the handle').waitFor();
  });

  it('replies to a mail in place', async () => {
    const { page } = stage();
    await moveTo('About the colour');
    await press('r');
    await page.getByLabel('Reply', { exact: true }).fill('Blue is fine.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sent. It reaches the agent').first().waitFor();
    await row('Re: About the colour').waitFor();
  });

  it('approves a plan and retries what failed; what fails again comes back', async () => {
    const { page } = stage();
    await moveTo('Build a shed');
    await press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Put on the roof').waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await rows('Build a shed').filter({ hasText: 'no worker starts' }).waitFor({ state: 'detached' });

    const since = await row('Fix the bell').locator('time').first().getAttribute('datetime');
    await moveTo('Fix the bell');
    await press('t');
    await page.waitForFunction(
      (before) => document.querySelector(`main li time[datetime="${before}"]`) === null,
      since,
    );
    await row('Fix the bell').waitFor();
  });

  it('requests changes and, once they are made, approves and merges', async () => {
    const { page, api } = stage();
    await moveTo('Paint the door');
    await press('r');
    await page.getByLabel('What has to change').fill('A darker blue.');
    await page.keyboard.press('Control+Enter');
    const review = rows('Paint the door').filter({ hasText: 'final pull request' });
    // It may be gone and back before anybody can look; the second commit tells the new from the old.
    await review.filter({ hasText: '2 commits' }).waitFor();

    const end = await holdBack('review.land');
    await moveTo('Paint the door');
    await press('a');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and merge' }).click();
    const merging = rows('Paint the door').filter({ hasText: 'Merging into main' });
    await merging.getByRole('link', { name: 'Watch' }).waitFor();
    expect(await merging.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await end('fail');
    await review.getByRole('button', { name: 'Approve' }).waitFor();
    await closeToast();
    await review.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and merge' }).click();
    await review.waitFor({ state: 'detached' });
    await page
      .getByRole('complementary', { name: 'Notifications' })
      .getByText('Paint the door is merged')
      .waitFor();
    await expect.poll(() => rows(/Paint the door/).count()).toBe(0);
    expect((await api.task.get.query({ id: house.review })).state).toBe('COMPLETED');
  });
});

describe('the levers of a task', () => {
  it('pauses at once, and goes on when the server did not hear it', async () => {
    const { page, visit } = stage();
    await visit(`/projects/house/epics/${house.plan}`);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const end = await holdBack('control.pause');
    await press('p');
    await page.getByText('paused by you').first().waitFor();
    await end('fail');
    await page.getByText('paused by you').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });
});
