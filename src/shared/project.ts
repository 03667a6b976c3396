import { z } from 'zod';
import { PermissionMode, ProviderName } from './agent';
import { Id } from './id';
import { oneLine } from './one_line';

const RoleSettings = z.object({
  provider: ProviderName.default('claude'),
  model: z.string().trim().max(100).nullable().default(null),
  permissionMode: PermissionMode.default('auto'),
});

const MergeStyle = z.enum(['merge', 'squash']);

export const ProjectSettings = z.object({
  supervisor: RoleSettings.prefault({}),
  worker: RoleSettings.prefault({}),
  limits: z
    .object({
      maxWorkers: z.int().min(1).max(64).default(3),
      executionTimeoutMinutes: z
        .int()
        .min(1)
        .max(7 * 24 * 60)
        .default(360),
      idleTimeoutMinutes: z
        .int()
        .min(1)
        .max(24 * 60)
        .default(60),
      crashLimit: z.int().min(1).max(20).default(3),
      crashWindowMinutes: z
        .int()
        .min(1)
        .max(24 * 60)
        .default(10),
    })
    .prefault({}),
  merge: z
    .object({
      style: MergeStyle.default('merge'),
      batchSize: z.int().min(1).max(32).default(4),
      testTimeoutMinutes: z
        .int()
        .min(1)
        .max(24 * 60)
        .default(30),
    })
    .prefault({}),
  /** wait: the epic stays in review until the human merges its final PR. complete: it is done once opened. */
  finalPr: z.enum(['wait', 'complete']).default('wait'),
  notifications: z.boolean().default(true),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

const Command = z
  .string()
  .trim()
  .max(2000)
  .transform((command) => (command === '' ? null : command))
  .nullable();

export const AddProject = z.object({
  /** As it is: a folder's name may end in a space. */
  path: z
    .string()
    .max(4096)
    .refine((path) => path.trim() !== '', 'Give the path of a git repository.'),
  name: oneLine('name').max(100).optional(),
  defaultBranch: z.string().trim().max(250).optional(),
  setupCommand: Command.optional(),
  testCommand: Command.optional(),
  cleanupCommand: Command.optional(),
  settings: ProjectSettings.prefault({}),
});
export type AddProject = z.input<typeof AddProject>;

export const UpdateProject = z.object({
  id: Id,
  name: oneLine('name').min(1, 'Give the project a name.').max(100).optional(),
  defaultBranch: z.string().trim().min(1).max(250).optional(),
  setupCommand: Command.optional(),
  testCommand: Command.optional(),
  cleanupCommand: Command.optional(),
  settings: ProjectSettings.optional(),
});
export type UpdateProject = z.input<typeof UpdateProject>;
