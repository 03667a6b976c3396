import { createCaller } from '../call';
import type { GitWorld } from '../git';
import { waitFor } from '../wait_for';

export type Furnished = {
  api: ReturnType<typeof createCaller>;
  projectId: string;
  slug: string;
  /** Quick tasks: one in review that has written a mail, one that asks, one that failed. */
  review: string;
  question: string;
  failed: string;
  /** An epic whose plan waits. */
  plan: string;
};

const DOOR = "// The door of the house.\nexport const door = { colour: 'red', open: false };\n";

/** A project in which something of every kind waits for the human, made by practice agents. */
export async function furnish(
  world: GitWorld,
  server: { url: string; signIn(): Promise<string> },
): Promise<Furnished> {
  const api = createCaller({ url: server.url, cookie: await server.signIn() });
  const practice = { provider: 'practice' as const };
  const project = await api.project.add.mutate({
    path: await world.makeRepo({ name: 'house', files: { 'README.md': '# House\n', 'src/door.js': DOOR } }),
    testCommand: 'test -f README.md',
    settings: { supervisor: practice, worker: practice, limits: { maxWorkers: 6 } },
  });
  const create = async (title: string, scenario: object, rest: { quick?: boolean; planFirst?: boolean }) =>
    (
      await api.task.create.mutate({
        projectId: project.id,
        parentId: null,
        title,
        description: 'With *care*.',
        options: { provider: { scenario: JSON.stringify(scenario) } },
        ...rest,
      })
    ).id;
  const quick = { quick: true };
  const review = await create(
    'Paint the door',
    {
      steps: [
        { do: 'replace', path: 'src/door.js', find: "'red'", with: "'blue'" },
        { do: 'append', path: 'README.md', content: '\nThe door is blue.\n' },
        { do: 'mail', to: 'human', subject: 'About the colour', body: 'It is `blue` now.' },
        { do: 'mail', to: 'human', subject: 'About the handle', body: 'It is left as it was.' },
      ],
    },
    quick,
  );
  const question = await create(
    'Order a key',
    {
      steps: [
        { do: 'ask', question: 'How many keys?' },
        { do: 'write', path: 'key.txt', content: 'A key.\n' },
      ],
    },
    quick,
  );
  const failed = await create(
    'Fix the bell',
    { steps: [{ do: 'fail', reason: 'There is no bell.' }] },
    quick,
  );
  const plan = await create(
    'Build a shed',
    {
      subtasks: [
        { key: 'floor', title: 'Lay the floor' },
        { key: 'roof', title: 'Put on the roof', dependsOn: ['floor'] },
      ],
    },
    { planFirst: true },
  );
  await waitFor(
    'something of every kind in the inbox',
    async () => {
      const kinds = (await api.inbox.list.query({})).map((item) => item.kind);
      return ['review', 'question', 'failed', 'plan', 'mail'].every((kind) =>
        kinds.some((each) => each === kind),
      );
    },
    { timeoutMs: 90_000, instead: async () => JSON.stringify(await api.inbox.list.query({})) },
  );
  return { api, projectId: project.id, slug: project.slug, review, question, failed, plan };
}
