import { z } from 'zod';

/** A path inside the agent's worktree. */
const InsidePath = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'Stay inside the repository.');

/** A reason to stop that happens once, however often the agent is started again. */
const once = { times: z.int().min(1).max(100).default(1) };

/** One thing a practice agent does. */
export const ScenarioStep = z.discriminatedUnion('do', [
  z.object({ do: z.literal('say'), text: z.string() }),
  /** Time passes with the turn open, whatever the speed. */
  z.object({ do: z.literal('wait'), seconds: z.number().min(0).max(3600) }),
  z.object({ do: z.literal('write'), path: InsidePath, content: z.string() }),
  z.object({ do: z.literal('append'), path: InsidePath, content: z.string() }),
  z.object({ do: z.literal('replace'), path: InsidePath, find: z.string().min(1), with: z.string() }),
  z.object({ do: z.literal('delete'), path: InsidePath }),
  /** Writes what the repository holds, counted for real. */
  z.object({ do: z.literal('survey'), path: InsidePath }),
  z.object({ do: z.literal('run'), argv: z.tuple([z.string()], z.string()) }),
  z.object({ do: z.literal('commit'), message: z.string().min(1) }),
  /** Any tool of the role, as `server.verb`. */
  z.object({
    do: z.literal('tool'),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({ do: z.literal('mail'), to: z.string(), subject: z.string(), body: z.string() }),
  z.object({
    do: z.literal('ask_permission'),
    tool: z.string(),
    detail: z.string(),
    /** The line of shell, where the tool is a shell. */
    command: z.string().nullable().default(null),
  }),
  z.object({
    do: z.literal('ask'),
    question: z.string().min(1),
    options: z.array(z.string()).min(1).default(['Yes', 'No']),
  }),
  /** Reports BLOCKED, asks the supervisor, and goes on when a message comes. */
  z.object({ do: z.literal('block'), reason: z.string().min(1) }),
  z.object({ do: z.literal('fail'), reason: z.string().min(1) }),
  z.object({ do: z.literal('crash'), how: z.enum(['kill', 'exit']).default('kill'), ...once }),
  /** The turn stays open and nothing moves. */
  z.object({ do: z.literal('hang'), seconds: z.number().min(0).max(86_400).default(86_400), ...once }),
  /** Fills the screen, for those who test what watches it. */
  z.object({ do: z.literal('print'), lines: z.int().min(1).max(1_000_000) }),
]);
export type ScenarioStep = z.infer<typeof ScenarioStep>;

const Steps = z.array(ScenarioStep).max(200);

export const ScenarioSubtask = z.object({
  /** What others call it in `dependsOn` and `conflictsWith`. */
  key: z.string().regex(/^[\w-]{1,40}$/, 'Use letters, digits, - and _.'),
  title: z.string().min(1).max(200),
  description: z.string().default(''),
  acceptanceCriteria: z.string().default(''),
  dependsOn: z.array(z.string()).default([]),
  priority: z.int().default(0),
  /** What the worker does before it submits. Whatever is not committed by then is committed. */
  steps: Steps.default([]),
  /** What it does each time it is asked for changes. */
  revise: Steps.default([]),
  /** Both write the same lines of one file, so that whoever lands second has to resolve it. */
  conflictsWith: z.string().optional(),
  /** How often the supervisor asks for changes before it approves, and in which words. */
  askForChanges: z.int().min(0).max(20).default(0),
  feedback: z.string().default('Please say in the notes why it is done this way.'),
});
export type ScenarioSubtask = z.infer<typeof ScenarioSubtask>;

/** instant: no pauses. brisk: you can follow. pleasant: you can read along. */
export const ScenarioSpeed = z.enum(['instant', 'brisk', 'pleasant']);
export type ScenarioSpeed = z.infer<typeof ScenarioSpeed>;

/** What practice agents act out. Everything has a default; an empty object is a scenario. */
export const Scenario = z.object({
  speed: ScenarioSpeed.optional(),
  /** work: by role. listen: take every prompt, do `steps`, end the turn; for tests of delivery. */
  mode: z.enum(['work', 'listen']).default('work'),
  supervisor: z
    .object({
      decision: z.string().optional(),
      /** Before the plan is made. */
      steps: Steps.default([]),
    })
    .prefault({}),
  subtasks: z.array(ScenarioSubtask).max(500).optional(),
  /** What the one worker of a quick task does, or every agent in `listen` mode. */
  steps: Steps.optional(),
});
export type Scenario = z.infer<typeof Scenario>;
