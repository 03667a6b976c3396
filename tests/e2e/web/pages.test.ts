import { describe, expect, it } from 'vitest';
import { findAxeProblems } from '../../support/browser';
import { type Furnished, furnish } from '../../support/web/furnish';
import { listRoutes } from '../../support/web/list_routes';
import { openStage } from '../../support/web/stage';

const stage = openStage();

/** No placeholder is left but the one that the style guide shows for its own sake. */
async function whenLoaded(): Promise<void> {
  await stage().page.waitForFunction(
    () => document.querySelector(':not([data-specimen] *).anim-shimmer') === null,
  );
}

/** Serious and critical findings in both themes, once nothing on the page is a placeholder any more. */
async function problemsHere(): Promise<string[]> {
  const { page } = stage();
  await whenLoaded();
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(whenPainted);
    for (const problem of await findAxeProblems(page)) found.push(`${page.url()} ${colorScheme}: ${problem}`);
  }
  return found;
}

/** In the browser: the next frames have been painted, and what had begun to move is where it was going. */
async function whenPainted(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const moving = () =>
    document.getAnimations().filter((each) => {
      const { endTime } = each.effect?.getComputedTiming() ?? {};
      return each.playState === 'running' && endTime !== Number.POSITIVE_INFINITY;
    });
  do {
    // Rejected when its element goes; then it is not in the way either.
    await Promise.allSettled(moving().map((each) => each.finished));
    for (let frames = 0; frames < 3; frames += 1) await frame();
  } while (moving().length > 0);
}

describe('every page', () => {
  it('takes a newcomer from the first page to an epic at work', async () => {
    const { page, visit } = stage();
    await visit('/');
    await page.getByText('Practice agents').waitFor();
    expect(await problemsHere()).toEqual([]);
    await page.getByRole('button', { name: 'Start the tour' }).click();
    await page.waitForURL(/\/projects\/tally-sample\/epics\/\w+$/);
    await page.locator('.react-flow__node').nth(2).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await problemsHere()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Cancel the epic' }).click();
    // Enter keeps what cannot be had back.
    await page.getByRole('button', { name: 'Keep it as it is' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel the epic' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByText('Nothing: the epic was cancelled.').waitFor();
  });

  it('says of what was deleted what it says of what never was', async () => {
    const { world, api, open } = stage();
    const { page, visit } = await open();
    const { id: projectId, slug } = await api.project.add.mutate({
      path: await world.makeRepo({ name: 'shed' }),
    });
    const { id } = await api.task.create.mutate({ projectId, parentId: null, quick: true, title: 'Sweep' });
    await visit(`/projects/${slug}/epics/${id}`);
    await page.getByRole('heading', { name: 'Sweep' }).waitFor();
    await api.control.delete.mutate({ taskId: id });
    const gone = ['tasks/', 'epics/', 'mail/', 'agents/'].map((kind) => `/projects/${slug}/${kind}${id}`);
    for (const address of [...gone, `/projects/${slug}/reviews/99`, '/projects/none', '/nowhere']) {
      await visit(address);
      await page.getByText('There is nothing at this address.').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    }
  });

  it('is free of serious accessibility problems in both themes', async () => {
    const { world, server, page, complaints, visit } = stage();
    const house = await furnish(world, server);
    const addresses = await addressesOf(house);
    expect(addresses.length).toBeGreaterThan(15);
    const found: string[] = [];
    for (const address of addresses) {
      await visit(address);
      await page.locator('main').getByText(/\w/).first().waitFor();
      found.push(...(await problemsHere()));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('is so with its dialogs open, and on a telephone', async () => {
    const { page, visit } = stage();
    const found: string[] = [];
    const on = async (address: string, ...keys: string[]) => {
      await visit(address);
      await page.locator('main').getByText(/\w/).first().waitFor();
      await whenLoaded();
      for (const key of keys) await page.locator('body').press(key);
      if (keys.length > 0) await page.getByRole('dialog').waitFor();
      found.push(...(await problemsHere()));
    };
    await on('/inbox', 'r');
    await on('/inbox', 'a');
    await on('/inbox', '?');
    await on('/inbox', 'Control+k');
    await on('/projects/house/mail', 'w');
    await on('/projects/house/reviews/1', 'r');
    await on('/projects/house/reviews/1?view=split');
    await page.setViewportSize({ width: 375, height: 812 });
    for (const address of [
      '/inbox',
      '/projects/house',
      '/projects/house/reviews/1',
      '/projects/house/epics/new',
    ])
      await on(address);
    expect(found).toEqual([]);
  });
});

async function addressesOf(house: Furnished): Promise<string[]> {
  const { api, projectId, slug } = house;
  const [agent] = await api.agent.list.query({ projectId });
  const [mail] = (await api.mail.list.query({ projectId })).items;
  const ids: Record<string, string | undefined> = {
    slug,
    pr: '1',
    'agents/id': agent?.id,
    'epics/id': house.plan,
    'tasks/id': house.review,
    'mail/id': mail?.threadId,
  };
  return listRoutes().map((route) =>
    route.replace(/(\w+)\/\[(\w+)\]/g, (_, folder: string, name: string) => {
      const value = ids[name] ?? ids[`${folder}/${name}`];
      if (value === undefined) throw new Error(`${route} needs a ${name}: say here which.`);
      return `${folder}/${value}`;
    }),
  );
}
