import { beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../support/server';
import { openStage } from '../../support/web/stage';

const stage = openStage();
let projectId: string;

const STREAM = '**/api/trpc/events.tail**';
const ANYTHING = '**/api/trpc/**';
const POLLING = 'Live updates are interrupted. Asking the server every 3 seconds';

beforeAll(async () => {
  const { world, api } = stage();
  const role = { provider: 'practice' as const };
  const path = await world.makeRepo({ name: 'shop' });
  projectId = (await api.project.add.mutate({ path, settings: { supervisor: role, worker: role } })).id;
});

/** Comes with no agent: it is over before one could start. */
async function addEpic(title: string): Promise<string> {
  const { api } = stage();
  const { id } = await api.task.create.mutate({ projectId, parentId: null, title });
  await api.control.cancel.mutate({ taskId: id });
  return id;
}

describe('live', () => {
  it('asks every few seconds while there is no stream, and goes on with the stream when there is', async () => {
    const { page, visit } = stage();
    await page.route(STREAM, (route) => route.abort());
    await visit('/projects/shop/epics');
    await page.getByText(POLLING).waitFor();
    await addEpic('Found by asking');
    await page.getByRole('link', { name: 'Found by asking' }).waitFor();

    await page.unroute(STREAM);
    await page.getByRole('button', { name: 'Reconnect now' }).click();
    await page.getByText(POLLING).waitFor({ state: 'detached' });
    await addEpic('Told by the stream');
    await page.getByRole('link', { name: 'Told by the stream' }).waitFor();
  });

  it('resumes from the last number it saw and misses nothing that happened in between', async () => {
    const { page, server } = stage();
    await page.route(ANYTHING, (route) => route.abort());
    // The open stream is cut by the server, as when it restarts; nothing else may answer for it.
    await server.kill();
    await server.start();
    await page.getByText('The server does not answer. Agents keep working').waitFor();
    await addEpic('Happened meanwhile');
    expect(await page.getByRole('link', { name: 'Happened meanwhile' }).count()).toBe(0);

    const asked = page.waitForRequest((request) => request.url().includes('/events.tail'));
    await page.unroute(ANYTHING);
    await page.getByRole('button', { name: 'Reconnect now' }).click();
    expect(decodeURIComponent((await asked).url())).toMatch(/"(afterSeq|lastEventId)":"?[1-9]/);
    await page.getByRole('link', { name: 'Happened meanwhile' }).waitFor();
    await page.getByText('The server does not answer. Agents').waitFor({ state: 'detached' });
  });

  it('says that a second server only looks on, refuses there, and takes over when the first ends', async () => {
    const { page, server, open } = stage();
    const second = await startServer({ home: server.home });
    try {
      const { page: other, visit } = await open(second);
      await visit('/projects/shop/settings');
      const banner = other.getByText(/Read only: another server \(.+\) is in charge\./);
      await banner.waitFor();
      await other.getByRole('button', { name: 'Save' }).click();
      await other
        .getByRole('alert')
        .getByText(/Another server \(.+\) is in charge/)
        .waitFor();
      expect(await page.getByText('Read only:').count()).toBe(0);

      await server.kill();
      await banner.waitFor({ state: 'detached' });
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('Saved.').waitFor();
    } finally {
      await second.stop();
      await server.start();
    }
  });
});
