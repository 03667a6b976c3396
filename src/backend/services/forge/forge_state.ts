import { z } from 'zod';
import { readSetting, writeSetting } from '@/backend/resource_accessors/setting.accessor';
import type { Db, Tx } from '@/backend/resource_accessors/store/store';

/** What is remembered of one repository on GitHub between two looks, and shown to the user. */
export const ForgeState = z.object({
  pullsEtag: z.string().nullable().default(null),
  commentsEtag: z.string().nullable().default(null),
  talkEtag: z.string().nullable().default(null),
  rateLimit: z
    .object({ remaining: z.number(), limit: z.number(), resetAt: z.coerce.date() })
    .nullable()
    .default(null),
});
export type ForgeState = z.infer<typeof ForgeState>;

const keyOf = (projectId: string) => `forge:${projectId}`;

export async function readForgeState(db: Db, projectId: string): Promise<ForgeState> {
  const parsed = ForgeState.safeParse((await readSetting(db, keyOf(projectId))) ?? {});
  return parsed.success ? parsed.data : ForgeState.parse({});
}

/** The same again writes nothing. */
export async function writeForgeState(tx: Tx, projectId: string, state: ForgeState): Promise<void> {
  const before = await readForgeState(tx, projectId);
  if (JSON.stringify(before) === JSON.stringify(state)) return;
  const rateLimit =
    state.rateLimit === null ? null : { ...state.rateLimit, resetAt: state.rateLimit.resetAt.toISOString() };
  await writeSetting(tx, keyOf(projectId), { ...state, rateLimit });
}
