import { z } from 'zod';
import { Role } from './agent';

/** What our practice program is started with: a private file, because it holds the agent's token. */
export const PracticeConfig = z.object({
  role: Role,
  name: z.string(),
  serverUrl: z.string(),
  token: z.string(),
  /** The conversation; its memory and its transcript are in `stateDir` under this name. */
  conversationId: z.string(),
  stateDir: z.string(),
  worktree: z.string(),
  servers: z.array(z.string()),
  resume: z.boolean(),
  /** `scenario` (JSON, or the path of a file with it) and `speed`. */
  settings: z.record(z.string(), z.string()),
});
export type PracticeConfig = z.infer<typeof PracticeConfig>;

const at = z.iso.datetime();

/** One line of a practice transcript. */
export const PracticeRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), at, text: z.string(), via: z.enum(['terminal', 'hook', 'tool']) }),
  z.object({
    type: z.literal('assistant'),
    at,
    text: z.string(),
    model: z.string(),
    usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), cacheReadTokens: z.int() }),
    costUsd: z.number(),
  }),
  z.object({
    type: z.literal('tool'),
    at,
    tool: z.string(),
    input: z.unknown(),
    output: z.string(),
    failed: z.boolean(),
  }),
  z.object({ type: z.literal('turn_ended'), at }),
]);
export type PracticeRecord = z.infer<typeof PracticeRecord>;
