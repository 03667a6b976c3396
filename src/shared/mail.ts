import { z } from 'zod';
import { Id } from './id';
import { oneLine } from './one_line';

/** Why a mail was written. The system's own kinds are what the reconciler and the merge queue have to say. */
export const MailKind = z.enum([
  'message',
  'submission',
  'change_request',
  'rebase_request',
  'tests_failed',
  'landed',
  'recovery',
  'completion',
  'failure',
]);
export type MailKind = z.infer<typeof MailKind>;

export const ListMail = z.object({
  projectId: Id.optional(),
  taskId: Id.optional(),
  /** mine: what was written to me. all: everybody's. agent: what one agent wrote or was sent. */
  box: z.enum(['mine', 'all', 'agent']).default('mine'),
  agentId: Id.optional(),
  unread: z.boolean().optional(),
  /** Of my own inbox: the archived ones instead of the others. */
  archived: z.boolean().optional(),
  search: z.string().trim().max(200).optional(),
  limit: z.int().min(1).max(200).default(50),
  cursor: Id.nullish(),
});
export type ListMail = z.input<typeof ListMail>;

export const MailSubject = oneLine('subject')
  .min(1, 'Give the mail a subject.')
  .max(200, 'Keep the subject under 200 characters.');
export const MailBody = z
  .string()
  .trim()
  .min(1, 'Write something.')
  .max(50_000, 'Keep a mail under 50,000 characters; refer to files by their path.');
