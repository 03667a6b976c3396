import { z } from 'zod';
import { Id } from '@/shared/id';

/** Inputs that several tools share, with the words that a model reads about them. */
export const SubtaskId = Id.describe('The id of one of your subtasks, as task.list shows it.');
export const TaskIdOrOwn = Id.optional().describe(
  'Of a supervisor: the id of one of its subtasks. Leave it out to mean your own task.',
);
export const Offset = z
  .int()
  .min(0)
  .default(0)
  .describe('Where to go on, in characters, as the page before says. Leave it out for the beginning.');
export const Reason = z
  .string()
  .trim()
  .min(1, 'Say why.')
  .max(5000, 'Keep the reason under 5,000 characters.');
