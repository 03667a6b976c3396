import { z } from 'zod';
import { Id } from './id';

const Path = z.string().min(1).max(4096);
const Words = z.string().max(50_000, 'Keep this under 50,000 characters.');

const InlineComment = z.object({
  path: Path,
  line: z.int().min(1),
  /** Which side of the diff the line is on. */
  side: z.enum(['old', 'new']),
  body: Words.trim().min(1, 'Write something.'),
});

const Sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'not a full commit id');

export const ListPullRequests = z.object({
  projectId: Id.optional(),
  taskIds: z.array(Id).max(500).optional(),
  state: z.enum(['OPEN', 'MERGED', 'CLOSED']).optional(),
  kind: z.enum(['SUBTASK', 'FINAL']).optional(),
  /** The one with this number in its project. */
  number: z.int().min(1).optional(),
  limit: z.int().min(1).max(500).default(100),
});

export const FileDiff = z.object({
  id: Id,
  path: Path,
  oldPath: Path.nullish(),
  /** Show a large diff whole, up to a hard limit. */
  whole: z.boolean().default(false),
});

export const DraftComment = InlineComment.extend({ id: Id });
export const Judgement = z.object({ taskId: Id, headSha: Sha.optional(), body: Words.default('') });
export const ChangeRequest = z.object({
  taskId: Id,
  body: Words.default(''),
  comments: z.array(InlineComment).max(500).default([]),
});
export const Landing = z.object({ id: Id, headSha: Sha.optional() });
