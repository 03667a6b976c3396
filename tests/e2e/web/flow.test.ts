import { describe, expect, it } from 'vitest';
import { openStage } from '../../support/web/stage';

const stage = openStage();

const TITLE = 'Say what the shop is for';

async function choose(field: string, option: string): Promise<void> {
  const { page } = stage();
  await page.getByLabel(field, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

const see = (words: string | RegExp) => stage().page.getByText(words).first().waitFor();

describe('the whole way, by clicks and keys', () => {
  it('goes from a wish in the form to a merged pull request, with one round of changes', async () => {
    const { world, page, visit, complaints } = stage();
    const repo = await world.makeRepo({
      name: 'shop',
      files: {
        'README.md': '# Shop\n',
        'package.json': '{ "name": "shop", "scripts": { "test": "test -f README.md" } }\n',
      },
    });

    // A repository becomes a project; what can be guessed is filled in.
    await visit('/');
    await page.getByRole('link', { name: 'Add a repository' }).click();
    await page.getByLabel('Folder of the repository').fill(repo);
    await expect.poll(() => page.getByPlaceholder('npm test').inputValue()).toBe('npm test');
    await page.getByRole('button', { name: 'Add the project' }).click();

    // The epic, with practice agents for both roles.
    await page.waitForURL(/\/projects\/shop\/epics\/new$/);
    await page.getByLabel('Title').fill(TITLE);
    await page.getByLabel('Description').fill('A newcomer should understand it in a **minute**.');
    await choose('Supervisor', 'Practice agents');
    await choose('Workers', 'Practice agents');
    await page.keyboard.press('Control+Enter');

    // It is watched on its way: the graph fills, each part is merged, the final pull request opens.
    await page.waitForURL(/\/epics\/\w{10,}$/);
    const epicUrl = page.url();
    await page.locator('.react-flow__node').nth(2).waitFor();
    // Edges are drawn once the nodes have been measured.
    await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2);
    await page.locator('.react-flow__node').getByRole('link').first().press('Enter');
    await page.waitForURL(/\/tasks\/\w+$/);
    await page.goBack();
    await see('3 of 3 subtasks merged');
    await see('You: review the final pull request, then approve and merge or ask for changes.');
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);

    // The diff, a remark at a line, and the request for changes, as one review.
    await page.getByRole('link', { name: 'Review the pull request' }).click();
    await page.waitForURL(/\/reviews\/\d+$/);
    await see('Waits for you. It merges cleanly into main.');
    await see('A newcomer should understand');
    await page.getByRole('button', { name: 'brief.md', exact: false }).first().click();
    const line = page.getByRole('button', { name: 'Comment on line 3', exact: true }).first();
    await line.click();
    await page.getByRole('textbox', { name: /Comment on line 3/ }).fill('Say *who* it is for.');
    await page.keyboard.press('Control+Enter');
    const remark = page.getByRole('article', { name: 'Comment on line 3' });
    await remark.getByText('draft').waitFor();
    await see('1 draft comment');
    await page.locator('body').press('r');
    await page.getByLabel('What has to change').fill('Nearly. See the remark.');
    await page.keyboard.press('Control+Enter');
    await see('Changes were requested. The agent has them and hands in again when it is done');
    await remark.getByText('draft').waitFor({ state: 'detached' });

    // The supervisor has it word for word.
    await visit('/projects/shop/mail?box=all');
    await page
      .getByRole('link', { name: `Changes requested: “${TITLE}” (#` })
      .first()
      .click();
    await see('Say *who* it is for.');
    await see('seen');

    // It comes back by itself: the same page, a new head, one more file.
    await visit(epicUrl);
    await see('4 of 4 subtasks merged');
    await page.getByRole('link', { name: 'Review the pull request' }).click();
    await see('Waits for you. It merges cleanly into main.');
    await page.getByRole('article', { name: 'Comment on line 3' }).waitFor();
    await page.getByRole('navigation', { name: 'Changed files' }).getByText('take-up-the-review').waitFor();

    // Approved and merged.
    await page.locator('body').press('a');
    // Told at once, and for a few seconds only: looked out for from before it can come.
    const told = page
      .getByRole('region', { name: /Notification/ })
      .getByText(`${TITLE} is merged`)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and merge' }).click();
    await Promise.all([told, see(/^Merged into main as [0-9a-f]{8}\.$/)]);

    // Completion stands in the inbox among what was told, and leaves no mail that has to be done with.
    await page.getByRole('link', { name: 'Inbox', exact: false }).first().click();
    await page.waitForURL(/\/inbox$/);
    await page
      .getByRole('complementary', { name: 'Notifications' })
      .getByText(`${TITLE} is merged`)
      .waitFor();
    await see('Nothing needs you.');
    await visit(epicUrl);
    await see('Nothing: the epic is done.');

    expect(await world.git(repo, 'log', '--format=%s', '-1', 'main')).toContain(TITLE);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
    expect(complaints).toEqual([]);
  });
});
