import { z } from 'zod';
import { Id } from './id';

const Filter = z.object({
  projectId: Id.optional(),
  taskId: Id.optional(),
  /** The epic or any of its subtasks. */
  epicId: Id.optional(),
  agentId: Id.optional(),
  /** Every word of it is in the decision or in its reasoning. */
  search: z.string().trim().max(200).optional(),
  after: z.coerce.date().optional(),
  before: z.coerce.date().optional(),
});

export const ListDecisions = Filter.extend({
  limit: z.int().min(1).max(500).default(50),
  cursor: Id.nullish(),
});
export type ListDecisions = z.input<typeof ListDecisions>;

export const ExportDecisions = Filter.extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') });
