import { rm, writeFile } from 'node:fs/promises';
import type { createCaller } from '../call';
import { commitFiles, type GitWorld } from '../git';
import { waitFor } from '../wait_for';

export type Crowd = {
  projectId: string;
  slug: string;
  /** An epic of twelve subtasks in every state. */
  epic: string;
  /** Quick tasks: whose agent keeps crashing, one that is held, one whose pull request has remarks. */
  crashing: string;
  paused: string;
  remarked: string;
  /** The number of the pull request with remarks. */
  pull: number;
  /** Begins a merge whose tests run until the release is called. */
  beginMerge(): Promise<{ pull: number; epic: string; release(): Promise<void> }>;
};

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const LETTER = `The signs are translated. What I was not sure about:

| sign | German | Japanese |
|---|---|---|
| Exit | Ausgang | 出口 |
| No entry, also not for those who live here | Zutritt verboten | 立入禁止 |

\`\`\`sh
node scripts/translate.mjs --from en --to de,ja --only signs --out locales --verbose --keep-placeholders --dry-run
\`\`\`

1. ${LONG_WORD} does not fit on the sign 🚧
2. https://example.com/a/very/long/address/that/nobody/can/break/${'x'.repeat(120)}
`;

const write = (path: string, content: string) => ({ do: 'write', path, content });
const commit = (message: string) => ({ do: 'commit', message });
const busy = { do: 'run', argv: ['sleep', '3600'] };

const CITY = [
  { key: 'map', title: 'Draw the map', steps: [write('map.txt', 'a map\n'), commit('Draw the map')] },
  {
    key: 'streets',
    title: 'Name the streets so that a letter finds its way, also where two of them have the same name',
    dependsOn: ['map'],
    askForChanges: 1,
    feedback: 'Please say in the notes why two streets may have the same name.',
    steps: [write('streets.txt', 'Long Street\n'), commit('Name the streets')],
  },
  {
    key: 'signs',
    title: '日本語と絵文字の標識を正しく折り返す 🏙️🚏',
    dependsOn: ['map'],
    steps: [write('signs.txt', '出口\n'), commit('標識')],
  },
  { key: 'lamps', title: 'Light the lamps', dependsOn: ['map'], steps: [write('lamps.txt', 'on\n'), busy] },
  {
    key: 'office',
    title: `Build the office of the ${LONG_WORD}`,
    dependsOn: ['map'],
    steps: [write('office.txt', 'walls\n'), busy],
  },
  {
    key: 'bridge',
    title: 'Open the bridge',
    dependsOn: ['streets'],
    steps: [
      {
        do: 'ask',
        question: 'Which side do carts keep to?',
        options: ['Left', 'Right', 'It does not matter'],
      },
    ],
  },
  {
    key: 'paper',
    title: 'Print the paper',
    dependsOn: ['signs'],
    steps: [
      {
        do: 'ask_permission',
        tool: 'Bash',
        detail: 'npm publish --access public --tag morning-edition',
        command: 'npm publish --access public --tag morning-edition',
      },
    ],
  },
  {
    key: 'well',
    title: 'Dig the well',
    dependsOn: ['map'],
    steps: [
      {
        do: 'fail',
        reason:
          'There is rock at four metres, and the drill of this repository (tools/drill.sh) exits with 127: command not found.',
      },
    ],
  },
  { key: 'water', title: 'Lead the water to the houses', dependsOn: ['well'] },
  { key: 'market', title: 'Hold the market', dependsOn: ['bridge', 'lamps'] },
  { key: 'school', title: 'Open the school', dependsOn: ['office', 'water'] },
  { key: 'feast', title: 'Invite everybody to the feast', dependsOn: ['market', 'school', 'paper'] },
];

/** A project with much in it: long words, other scripts, every state at once. For pictures. */
export async function furnishCrowd(world: GitWorld, api: ReturnType<typeof createCaller>): Promise<Crowd> {
  const practice = { provider: 'practice' as const };
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n));
  const repo = await world.makeRepo({
    name: 'city',
    files: {
      'README.md': '# City\n',
      'old.txt': 'old\n',
      'src/signs.js': `${lines(60, (n) => `export const sign${n} = 'Sign ${n}';`).join('\n')}\n`,
    },
  });
  const slow = `${repo}.slow`;
  const project = await api.project.add.mutate({
    path: repo,
    name: 'The city of long names and short nights',
    testCommand: `n=0; while [ -f '${slow}' ]; do n=$((n+1)); echo "ok $n - a house stands"; sleep 1; done`,
    settings: { supervisor: practice, worker: practice, limits: { maxWorkers: 12 } },
  });
  const create = async (title: string, scenario: object, quick = true) =>
    (
      await api.task.create.mutate({
        projectId: project.id,
        parentId: null,
        title,
        description: 'Everybody should find their way, by day and by night.',
        options: { provider: { scenario: JSON.stringify(scenario) } },
        quick,
      })
    ).id;
  const changes = {
    steps: [
      { do: 'replace', path: 'src/signs.js', find: "'Sign 3'", with: "'標識 3'" },
      { do: 'replace', path: 'src/signs.js', find: "'Sign 40'", with: `'${LONG_WORD}'` },
      write(
        'locales/de/a/folder/in/a/folder/signs.json',
        `{ "exit": "Ausgang", "long": "${'lang '.repeat(60)}" }\n`,
      ),
      write('package-lock.json', `{\n${lines(900, (n) => `  "part-${n}": "${n}.0.0"`).join(',\n')}\n}\n`),
      { do: 'delete', path: 'old.txt' },
      { do: 'mail', to: 'human', subject: `About the signs, and about ${LONG_WORD}`, body: LETTER },
    ],
  };
  const remarked = await create('Translate the signs', changes);
  const harbour = await create('Open the harbour', { steps: [write('harbour.txt', 'open\n')] });
  const crashing = await create('Ring the bells', { steps: [{ do: 'crash', how: 'exit', times: 50 }] });
  const paused = await create('Sweep the square', { steps: [busy] });
  const epic = await create('Build a city in which everybody finds their way', { subtasks: CITY }, false);

  const card = async (id: string) =>
    (await api.epic.cards.query({ epicId: id })).find((each) => each.id === id);
  const inReview = async (id: string, commits = 1) => {
    const pull = (await card(id))?.pullRequest;
    return (await card(id))?.state === 'REVIEW' && pull != null && pull.commits >= commits ? pull : null;
  };
  const all = { timeoutMs: 120_000 };
  const first = await waitFor('the signs in review', () => inReview(remarked), all);
  const [pull] = await api.review.list.query({ taskIds: [remarked] });
  if (pull === undefined) throw new Error('no pull request');
  const draft = (line: number, body: string) =>
    api.review.draft.mutate({ id: pull.id, path: 'src/signs.js', line, side: 'new', body });
  await draft(4, 'Is this what the people who live there call it? `sign3` is on the main square.');
  await api.review.requestChanges.mutate({ taskId: remarked, body: 'Nearly. See the remark.' });
  await waitFor('the signs again', () => inReview(remarked, first.commits + 1), all);
  await draft(41, `Too long for a sign. **Half** of it has to go: ${LONG_WORD}`);
  await waitFor('the harbour in review', () => inReview(harbour), all);
  await waitFor('the square being swept', async () => (await card(paused))?.agent?.turn === 'BUSY', {
    ...all,
    instead: async () => JSON.stringify(await card(paused)),
  });
  await api.control.pause.mutate({ taskId: paused });
  await waitFor('the bells given up', async () => (await card(crashing))?.state === 'FAILED', all);
  await waitFor(
    'every state in the epic',
    async () => {
      const cards = await api.epic.cards.query({ epicId: epic });
      const has = (state: string, count: number) =>
        cards.filter((each) => each.state === state).length >= count;
      return (
        has('COMPLETED', 3) &&
        has('FAILED', 1) &&
        cards.filter((each) => each.words === 'waiting for your answer').length === 2
      );
    },
    {
      ...all,
      instead: async () =>
        (await api.epic.cards.query({ epicId: epic }))
          .map((each) => `${each.state} ${each.words} ${each.title}`)
          .join('\n'),
    },
  );
  return {
    projectId: project.id,
    slug: project.slug,
    epic,
    crashing,
    paused,
    remarked,
    pull: pull.number,
    async beginMerge() {
      const [final] = await api.review.list.query({ taskIds: [harbour] });
      if (final === undefined) throw new Error('no pull request of the harbour');
      await commitFiles(world, { repo, files: { 'news.txt': 'Something else.\n' } });
      await writeFile(slow, '');
      const landed = api.review.land.mutate({ id: final.id });
      await waitFor('its tests', async () => (await api.review.landing.query({ id: final.id }))?.testing);
      return {
        pull: final.number,
        epic: harbour,
        async release() {
          await rm(slow, { force: true });
          await landed;
        },
      };
    },
  };
}
