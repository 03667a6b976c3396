import { z } from 'zod';
import { Id } from './id';
import { CreateSubtask, TEXT_MAX, Title } from './task';

const Text = z.string().max(TEXT_MAX);

/** One change that the human makes to a plan before any worker starts. */
export const PlanEdit = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('edit'),
    taskId: Id,
    title: Title.optional(),
    description: Text.min(1, 'Describe the subtask: the worker sees nothing else of the epic.').optional(),
    acceptanceCriteria: Text.optional(),
    priority: z.int().min(-100).max(100).optional(),
    dependsOn: z.array(Id).max(50).optional(),
  }),
  CreateSubtask.extend({ op: z.literal('add') }),
  z.object({ op: z.literal('remove'), taskId: Id }),
  /** Every subtask of the plan, in the order wanted. */
  z.object({ op: z.literal('reorder'), order: z.array(Id).min(1).max(2000) }),
]);
export type PlanEdit = z.input<typeof PlanEdit>;

export const EditPlan = z.object({
  epicId: Id,
  /** What `plan.get` gave: a plan that was changed since is not written over. */
  version: z.string().max(100),
  edits: z.array(PlanEdit).min(1, 'Make at least one change.').max(200),
});
export type EditPlan = z.input<typeof EditPlan>;

export const ApprovePlan = z.object({ epicId: Id, version: z.string().max(100) });
export type ApprovePlan = z.input<typeof ApprovePlan>;
