import { ScenarioSubtask } from '@/shared/scenario';

/** Three small subtasks that do no harm in any repository: real files, real commits, tests left alone. */
export function defaultPlan(epicTitle: string): ScenarioSubtask[] {
  const folder = `notes/${slugOf(epicTitle)}`;
  const brief = {
    key: 'brief',
    title: `Write down what "${shorten(epicTitle)}" asks for`,
    description: `Put the goal and how we will know that it is reached into \`${folder}/brief.md\`.`,
    acceptanceCriteria: 'The page exists and names the goal.',
    steps: [
      {
        do: 'write',
        path: `${folder}/brief.md`,
        content: `# ${epicTitle}\n\n## Goal\n\n${epicTitle}.\n\n## Done when\n\n- the change is in place\n- the tests still pass\n- this page says so\n`,
      },
      { do: 'commit', message: `Write down the goal of: ${shorten(epicTitle)}` },
    ],
  };
  const map = {
    key: 'map',
    title: `Map the files around "${shorten(epicTitle)}"`,
    description: `Count what the repository holds and put it into \`${folder}/map.md\`.`,
    acceptanceCriteria: 'The page lists folders and kinds of files.',
    steps: [
      { do: 'survey', path: `${folder}/map.md` },
      { do: 'commit', message: `Map the repository for: ${shorten(epicTitle)}` },
    ],
  };
  const steps = {
    key: 'steps',
    title: `Lay out the steps for "${shorten(epicTitle)}"`,
    description: `With the goal and the map at hand, list the steps in \`${folder}/steps.md\`.`,
    acceptanceCriteria: 'The page links the other two.',
    dependsOn: ['brief', 'map'],
    steps: [
      {
        do: 'write',
        path: `${folder}/steps.md`,
        content: `# Steps\n\nThe goal is in [brief.md](brief.md), the ground in [map.md](map.md).\n\n1. Change one thing.\n2. Test it.\n3. Write down what was learned.\n`,
      },
      { do: 'commit', message: `Lay out the steps for: ${shorten(epicTitle)}` },
    ],
  };
  return [brief, map, steps].map((subtask) => ScenarioSubtask.parse(subtask));
}

/** For a task that no scenario knows: one that a person or another supervisor wrote. */
export function planForUnknown(title: string, description: string): ScenarioSubtask {
  const quoted =
    description.trim() === '' ? '' : `\n${description.trim().slice(0, 2000).replace(/^/gm, '> ')}\n`;
  return ScenarioSubtask.parse({
    key: 'task',
    title,
    steps: [
      {
        do: 'write',
        path: `notes/${slugOf(title)}.md`,
        content: `# ${title}\n${quoted}\nDone by a practice agent, which reads and writes but does not think.\n`,
      },
      { do: 'commit', message: shorten(title) },
    ],
  });
}

export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return slug === '' ? 'epic' : slug;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
