import { z } from 'zod';

/** Random, no time prefix: the first eight characters alone must not collide. */
export const Id = z.string().regex(/^[a-z][a-z0-9]{23}$/, 'not an id of ours');
export type Id = z.infer<typeof Id>;
