import type { ScenarioStep } from '@/shared/scenario';
import { createRandom, type Random } from './random';

/** What is done to the factory, `at` so many milliseconds after it begins. */
export type Fault = { at: number } & (
  | { kind: 'kill_server'; forMs: number }
  | { kind: 'kill_agent'; pick: number }
  | { kind: 'kill_tmux' }
  | { kind: 'delete_worktree'; pick: number }
  | { kind: 'leave_lock'; pick: number }
  | { kind: 'fill_disk'; forMs: number }
  | { kind: 'hold_database'; forMs: number }
  | { kind: 'drop_wakes'; forMs: number }
  | { kind: 'jump_clock'; byMs: number }
);
export type FaultKind = Fault['kind'];

export type EpicPlan = {
  title: string;
  scenario: unknown;
  /** What the project's branch must hold in the end. */
  files: Record<string, string>;
  /** Files that two subtasks write at the same place, with the line of each that must be in them. */
  agreed: Record<string, string[]>;
};

export type ChaosPlan = {
  seed: number;
  epics: EpicPlan[];
  faults: Fault[];
  /** Before there is anybody, or once the first agent runs. */
  begins: 'with_the_epic' | 'with_an_agent';
  /** Where the user's own checkout is: on a branch of theirs with unsaved work, or on the project's branch. */
  checkout: 'busy_elsewhere' | 'on_default';
};

export const FAULT_KINDS = [
  'kill_server',
  'kill_agent',
  'kill_tmux',
  'delete_worktree',
  'leave_lock',
  'fill_disk',
  'hold_database',
  'drop_wakes',
  'jump_clock',
] as const satisfies readonly [FaultKind, ...FaultKind[]];

const MINUTE = 60_000;

/** Everything about a run that is chance, decided by its seed beforehand. */
export function makePlan(input: { seed: number; epics: number }): ChaosPlan {
  const random = createRandom(input.seed);
  const epics = Array.from({ length: input.epics }, (_, n) => makeEpic(random, n));
  return {
    seed: input.seed,
    epics,
    faults: makeFaults(random),
    begins: input.seed % 2 === 0 ? 'with_the_epic' : 'with_an_agent',
    checkout: random.chance(0.5) ? 'busy_elsewhere' : 'on_default',
  };
}

function makeFaults(random: Random): Fault[] {
  const faults: Fault[] = [];
  let at = random.between(300, 2500);
  for (let left = random.between(4, 7); left > 0; left--) {
    faults.push(makeFault(random, at));
    at += random.between(400, 3500);
  }
  return faults;
}

function makeFault(random: Random, at: number): Fault {
  const kind = random.pick(FAULT_KINDS);
  switch (kind) {
    case 'kill_server':
      return { at, kind, forMs: random.between(0, 2500) };
    case 'kill_agent':
    case 'delete_worktree':
    case 'leave_lock':
      return { at, kind, pick: random.next() };
    case 'kill_tmux':
      return { at, kind };
    case 'fill_disk':
    case 'hold_database':
      return { at, kind, forMs: random.between(500, 5000) };
    case 'drop_wakes':
      return { at, kind, forMs: random.between(1000, 8000) };
    case 'jump_clock': {
      const far = random.pick([1, 5, 25, 90, 8 * 60] as const);
      return { at, kind, byMs: Math.round((random.chance(0.6) ? 1 : -1) * far * MINUTE * random.next()) };
    }
  }
}

/** Three or four subtasks: in a row, on the same lines, sent back once, as chance will have it. */
function makeEpic(random: Random, index: number): EpicPlan {
  const files: Record<string, string> = {};
  const keys = ['a', 'b', 'c', 'd'].slice(0, random.between(3, 4));
  const subtasks = keys.map((key, n) => {
    const dependsOn = n >= 2 && random.chance(0.5) ? [keys[random.between(0, n - 1)] ?? 'a'] : [];
    const steps: ScenarioStep[] = [];
    for (let part = 1; part <= random.between(1, 2); part++) {
      const file = `epic-${index}/${key}-${part}.txt`;
      files[file] = `${key} ${part} of epic ${index}\n`;
      steps.push({ do: 'write', path: file, content: files[file] ?? '' });
      if (random.chance(0.7)) steps.push({ do: 'wait', seconds: random.between(1, 15) / 10 });
      steps.push({ do: 'commit', message: `Part ${part} of ${key}` });
    }
    return {
      key,
      title: `Epic ${index}, part ${key}`,
      dependsOn,
      steps,
      askForChanges: random.chance(0.3) ? 1 : 0,
      ...(n > 0 && dependsOn.length === 0 && random.chance(0.35) ? { conflictsWith: 'a' } : {}),
    };
  });
  const agreed = Object.fromEntries(
    subtasks.flatMap(({ key, title, conflictsWith }) => {
      const other = subtasks.find((one) => one.key === conflictsWith);
      return other === undefined
        ? []
        : [[`notes/agreed-${other.key}-${key}.md`, [`- ${other.title}`, `- ${title}`]]];
    }),
  );
  return { title: `Epic ${index}`, scenario: { speed: 'instant', subtasks }, files, agreed };
}
