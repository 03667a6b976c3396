import { z } from 'zod';

/**
 * What an agent's program tells the server while it works: `POST /hooks/<name>` with the agent's bearer token.
 * A program of ours sends a HookEvent under its kind and is answered with a HookAnswer. Any other program sends its
 * own form under its own event name; its provider's `readHook` and `writeHookAnswer` translate.
 */
const common = {
  /** The program's own id of the conversation. */
  providerSessionId: z.string().nullable().default(null),
  transcriptPath: z.string().nullable().default(null),
};

/** A helper that the agent has started speaks through its hooks: what it is told, the agent itself does not hear. */
const byHelper = z.boolean().default(false);

/** The line of shell that would be run; null for every other tool. */
const command = z.string().nullable().default(null);

/** The same question keeps its id when it is asked again, so that it is put to a person once. */
const requestId = z.string().min(8).max(100);

const TurnFailure = z.object({
  /** `usage_limit` passes at `until`, where that is known; `not_logged_in` waits for a person. */
  kind: z.enum(['usage_limit', 'not_logged_in', 'service']),
  message: z.string(),
  until: z.coerce.date().nullable().default(null),
});

export const HookEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('session_started'),
    ...common,
    source: z.enum(['startup', 'resume', 'clear', 'compact']),
  }),
  /** The prompt as the program took it: the proof that a delivery was submitted. */
  z.object({ kind: z.literal('prompt_seen'), ...common, prompt: z.string() }),
  z.object({
    kind: z.literal('tool_used'),
    ...common,
    byHelper,
    tool: z.string(),
    summary: z.string(),
    command,
  }),
  z.object({
    kind: z.literal('tool_finished'),
    ...common,
    byHelper,
    tool: z.string(),
    summary: z.string(),
    failed: z.boolean(),
  }),
  z.object({
    kind: z.literal('turn_ended'),
    ...common,
    lastAssistantText: z.string().nullable(),
    /** This turn went on because an earlier end of it was answered with a delivery: proof that it was read. */
    continued: z.boolean(),
    /** Why the model's service cut the turn short. Null when it ended by itself. */
    failure: TurnFailure.nullable().default(null),
  }),
  /** Asked again with the same id until the answer is something else than `pending`. */
  z.object({
    kind: z.literal('permission_asked'),
    ...common,
    requestId,
    tool: z.string(),
    summary: z.string(),
    command,
    /** The whole of what the tool would be called with, for the person who decides. */
    detail: z.string(),
  }),
  z.object({
    kind: z.literal('question_asked'),
    ...common,
    requestId,
    questions: z
      .array(
        z.object({
          question: z.string(),
          options: z.array(z.object({ label: z.string(), description: z.string().default('') })),
          multiple: z.boolean().default(false),
        }),
      )
      .min(1),
  }),
  z.object({ kind: z.literal('notification'), ...common, message: z.string(), type: z.string() }),
  z.object({ kind: z.literal('session_ended'), ...common, reason: z.string() }),
]);
export type HookEvent = z.infer<typeof HookEvent>;
export const HookAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /**
   * Hands a waiting delivery to an agent that is busy: at `turn_ended` it goes on with this text at once, at
   * `tool_finished` it reads the text beside the tool's result. The text carries its marker line.
   */
  z.object({ kind: z.literal('deliver'), text: z.string() }),
  /** Nobody has decided yet: ask again. A request is held open for a while before this is answered. */
  z.object({ kind: z.literal('pending') }),
  /** To `permission_asked`; to `question_asked` only as a refusal. */
  z.object({ kind: z.literal('decision'), allow: z.boolean(), message: z.string() }),
  /** To `tool_used`: whatever the program's own lists say, a person is asked first, or it is refused. */
  z.object({ kind: z.literal('gate'), decision: z.enum(['ask', 'deny']), message: z.string() }),
  /** To `question_asked`: the words chosen or typed for each question, by its text. */
  z.object({ kind: z.literal('replies'), replies: z.record(z.string(), z.string()) }),
]);
export type HookAnswer = z.infer<typeof HookAnswer>;
