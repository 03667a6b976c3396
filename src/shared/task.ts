import { z } from 'zod';
import { PermissionMode, ProviderName } from './agent';
import { Id } from './id';
import { oneLine } from './one_line';

export const TaskState = z.enum([
  'PENDING',
  'PLANNING',
  'IN_PROGRESS',
  'REVIEW',
  'BLOCKED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
]);
export type TaskState = z.infer<typeof TaskState>;

export const PlanApproval = z.enum(['NOT_ASKED', 'WAITING', 'APPROVED']);
export type PlanApproval = z.infer<typeof PlanApproval>;

const TITLE_MAX = 200;
export const TEXT_MAX = 200_000;

export const Title = oneLine('title')
  .min(1, 'Give it a title.')
  .max(TITLE_MAX, `Keep the title under ${TITLE_MAX} characters; put the rest in the description.`);

const LongText = z.string().max(TEXT_MAX, `Keep this under ${TEXT_MAX.toLocaleString('en')} characters.`);

/** What one epic chooses over its project's settings, by role. */
export const RoleChoice = z.object({
  provider: ProviderName.optional(),
  model: z.string().trim().max(100).optional(),
  permissionMode: PermissionMode.optional(),
});
export type RoleChoice = z.infer<typeof RoleChoice>;

export const TaskOptions = z.object({
  supervisor: RoleChoice.default({}),
  worker: RoleChoice.default({}),
  /** Free settings for the provider, such as the practice agents' scenario. */
  provider: z.record(z.string(), z.string()).default({}),
});
export type TaskOptions = z.infer<typeof TaskOptions>;

export const CreateTask = z.object({
  projectId: Id,
  parentId: z.null(),
  title: Title,
  description: LongText.default(''),
  designDoc: LongText.default(''),
  priority: z.int().min(-100).max(100).default(0),
  quick: z.boolean().default(false),
  planFirst: z.boolean().default(false),
  options: TaskOptions.prefault({}),
});
export type CreateTask = z.input<typeof CreateTask>;

export const CreateSubtask = z.object({
  title: Title,
  description: LongText.min(1, 'Describe the subtask: the worker sees nothing else of the epic.'),
  acceptanceCriteria: LongText.default(''),
  dependsOn: z.array(Id).max(50).default([]),
  priority: z.int().min(-100).max(100).default(0),
});
export type CreateSubtask = z.input<typeof CreateSubtask>;

export const ListTasks = z.object({
  projectId: Id.optional(),
  /** Null lists epics, an id lists that epic's subtasks, absent lists both. */
  parentId: Id.nullable().optional(),
  states: z.array(TaskState).optional(),
  search: z.string().trim().max(200).optional(),
  limit: z.int().min(1).max(1000).default(200),
  cursor: Id.nullish(),
});
export type ListTasks = z.input<typeof ListTasks>;
