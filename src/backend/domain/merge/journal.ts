import { z } from 'zod';

/**
 * How far a landing has come. Every member of a batch carries the same words, and each is written before the next
 * step is taken, so whoever reads them after a crash knows what may have happened and what cannot.
 */
export const MergeJournal = z.object({
  /** Where the epic branch was when the batch was built: it lands only while it still is there. */
  base: z.string().optional(),
  /** This member's own merge commit, whose tree holds the members before it too. */
  commit: z.string().optional(),
  /** The last commit of the batch: the tree that is tested and landed. */
  tip: z.string().optional(),
  tree: z.string().optional(),
  /**
   * Results of the test command on that tree, oldest first; `needless` when there is none or nothing changed, and
   * `excused` when it fails without the work too.
   */
  runs: z.array(z.enum(['passed', 'failed', 'needless', 'excused'])).optional(),
  /** Half of a batch that was red: it is tried with these others and no more. */
  split: z.boolean().optional(),
});
export type MergeJournal = z.infer<typeof MergeJournal>;
