import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What an agent still knows after it was killed. Whatever can be asked of git or the server is not kept here. */
export const Memory = z.object({
  /** Steps done so far, by the round they belong to: `plan`, `work`, `revise-1` … */
  done: z.record(z.string(), z.int()).default({}),
  /** Crashes and hangs that have happened, by step. */
  happened: z.record(z.string(), z.int()).default({}),
  /** Subtasks made, by their key in the scenario. */
  created: z.record(z.string(), z.string()).default({}),
  /** How often changes were asked for, by task. */
  changesAsked: z.record(z.string(), z.int()).default({}),
  decided: z.boolean().default(false),
  finalPrs: z.int().default(0),
  followUps: z.int().default(0),
  revisions: z.int().default(0),
  submittedSha: z.string().nullable().default(null),
  blockedAt: z.string().nullable().default(null),
});
export type Memory = z.infer<typeof Memory>;

export type MemoryFile = { memory: Memory; save(): void };

/** By rename, so that a kill in the middle leaves the one before. */
export function openMemory(input: { dir: string; conversationId: string; resume: boolean }): MemoryFile {
  mkdirSync(input.dir, { recursive: true, mode: 0o700 });
  const file = path.join(input.dir, `${input.conversationId}.json`);
  const memory = Memory.parse(input.resume ? readOr(file, {}) : {});
  const save = () => {
    writeFileSync(`${file}.draft`, JSON.stringify(memory), { mode: 0o600 });
    renameSync(`${file}.draft`, file);
  };
  save();
  return { memory, save };
}

function readOr(file: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}
