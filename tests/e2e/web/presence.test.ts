import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../support/web/stage';

const stage = openStage();
let mail: Page;
let task: { id: string };

const QUESTION = 'Which colour shall the door have?';
const PRACTICE = { provider: 'practice' as const };
const DOWN = 'The server does not answer. Agents keep working';

beforeAll(async () => {
  const { world, api, open } = stage();
  const project = await api.project.add.mutate({
    path: await world.makeRepo({ name: 'house' }),
    settings: { supervisor: PRACTICE, worker: PRACTICE },
  });
  const scenario = {
    steps: [
      { do: 'write', path: 'door.txt', content: 'A door.\n' },
      { do: 'mail', to: 'human', subject: QUESTION, body: 'Blue or **red**?' },
    ],
  };
  task = await api.task.create.mutate({
    projectId: project.id,
    parentId: null,
    quick: true,
    title: 'Make a door',
    options: { provider: { scenario: JSON.stringify(scenario) } },
  });
  const letters = await open();
  await letters.visit('/inbox');
  mail = letters.page;
});

const screenHas = (words: string) =>
  stage().page.locator('.xterm-rows').getByText(words, { exact: false }).first().waitFor();

const reply = () => mail.getByRole('textbox', { name: 'Reply' });
const replyHolds = (text: string) => expect.poll(() => reply().inputValue()).toBe(text);

describe('being there while agents work', () => {
  it('watches a terminal, takes it over, and a typed command is executed', async () => {
    const { page: terminal, visit } = stage();
    await visit(`/projects/house/tasks/${task.id}`);
    await terminal.getByText('live', { exact: true }).waitFor();
    await screenHas('is submitted for review');
    const host = terminal.locator('[data-terminal="read"]');
    // Large enough to read, and what it scrolls to is text.
    const { text, holds, shows } = await host.evaluate((element) => {
      const [rows] = element.getElementsByClassName('xterm-rows');
      const [screen] = element.getElementsByClassName('xterm-screen');
      const shows = Math.max(element.clientWidth, (screen?.clientWidth ?? 0) + 14);
      return {
        text: rows ? Number.parseFloat(getComputedStyle(rows).fontSize) : 0,
        holds: element.scrollWidth,
        shows,
      };
    });
    expect(text).toBeGreaterThanOrEqual(11);
    expect(holds).toBeLessThanOrEqual(shows);
    await host.click();
    await terminal.keyboard.type('!echo nobody-types-here');
    await terminal.keyboard.press('Enter');

    await terminal.getByRole('radio', { name: 'Take over' }).click();
    await terminal.getByText('you are typing').waitFor();
    await terminal.keyboard.type('!echo typed-in-the-browser-$((6*7))');
    await terminal.keyboard.press('Enter');
    await screenHas('typed-in-the-browser-42');
    expect(await terminal.locator('.xterm-rows').innerText()).not.toContain('nobody-types-here');
    await terminal.keyboard.press('Shift+Escape');
    await terminal.getByText('live', { exact: true }).waitFor();
  });

  it('loses nothing on screen when the page is reloaded and the server is killed and started again', async () => {
    const { page: terminal, server } = stage();
    await mail.getByRole('link', { name: QUESTION }).click();
    await mail.getByText('Blue or red?').waitFor();
    await mail.locator('body').press('r');
    await expect.poll(() => reply().evaluate((field) => field === document.activeElement)).toBe(true);
    await mail.keyboard.type('Blue, like the sky.');
    await mail.reload();
    await mail.getByText('Blue or red?').waitFor();
    await replyHolds('Blue, like the sky.');

    await server.kill();
    for (const page of [terminal, mail]) await page.getByText(DOWN).waitFor();
    await replyHolds('Blue, like the sky.');
    expect(await mail.getByText('Blue or red?').count()).toBe(1);
    expect(await terminal.locator('.xterm-rows').innerText()).toContain('typed-in-the-browser-42');
    expect(await terminal.getByRole('heading', { name: 'Make a door' }).count()).toBe(1);

    await server.start();
    for (const page of [terminal, mail]) await page.getByText(DOWN).waitFor({ state: 'detached' });
    await terminal.getByText('live', { exact: true }).waitFor();
    await screenHas('typed-in-the-browser-42');
    await replyHolds('Blue, like the sky.');
  });

  it('sends a reply that the agent sees and answers, while the page looks on', async () => {
    await reply().focus();
    await mail.keyboard.press('Control+Enter');
    const letter = mail.getByRole('article').filter({ hasText: 'Blue, like the sky.' });
    await letter.waitFor();
    await replyHolds('');
    await letter.getByText('seen', { exact: true }).waitFor();
    await screenHas('Blue, like the sky.');
    await mail.getByRole('article').filter({ hasText: 'Thank you.' }).waitFor();
  });
});
