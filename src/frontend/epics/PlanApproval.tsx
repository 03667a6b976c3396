'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Card, Plan } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { Button } from '@/frontend/ui/Button';
import { ConfirmDialog } from '@/frontend/ui/ConfirmDialog';
import { IconButton } from '@/frontend/ui/IconButton';
import { Markdown } from '@/frontend/ui/Markdown';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { FormError } from '@/frontend/widgets/FormError';
import { QueryView } from '@/frontend/widgets/QueryView';
import { PlanStepForm } from './PlanStepForm';

/** The breakdown before any worker starts: edit, reorder, drop, add, then approve. */
export function PlanApproval({ epic }: { epic: Pick<Card, 'id'> }) {
  const trpc = useTRPC();
  const plan = useQuery(trpc.plan.get.queryOptions({ epicId: epic.id }));
  return (
    <section aria-label="Plan" className="border-b border-line bg-review-bg">
      <QueryView query={plan} skeleton={<SkeletonRows rows={4} label="Loading the plan" />}>
        {(data) => <Steps plan={data} />}
      </QueryView>
    </section>
  );
}

function Steps({ plan }: { plan: Plan }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [editing, setEditing] = useState<string>();
  const [dropping, setDropping] = useState<Plan['steps'][number]>();
  const write = (next: Plan) => queries.setQueryData(trpc.plan.get.queryKey({ epicId: plan.epic.id }), next);
  const edit = useMutation(trpc.plan.edit.mutationOptions({ onSuccess: write }));
  const approve = useMutation(trpc.plan.approve.mutationOptions({ onSuccess: write }));
  const { version, steps } = plan;
  const epicId = plan.epic.id;
  const change = (edits: Parameters<typeof edit.mutate>[0]['edits'], after?: () => void) =>
    edit.mutate({ epicId, version, edits }, { onSuccess: after });
  const accept = () => approve.mutate({ epicId, version });
  useShortcuts([{ keys: 'a', label: 'Approve the plan', run: accept }]);

  function move(index: number, by: number): void {
    const order = steps.map((step) => step.id);
    const [id] = order.splice(index, 1);
    if (id === undefined) return;
    order.splice(index + by, 0, id);
    change([{ op: 'reorder', order }]);
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <p className="min-w-60 flex-1 text-sm">
          <span className="font-medium">The plan waits for you.</span> No worker starts before you approve it.
        </p>
        <Button icon={<Plus className="size-3.5" />} onClick={() => setEditing('new')}>
          Add a subtask
        </Button>
        <Button
          variant="primary"
          keys="a"
          busy={approve.isPending}
          disabled={steps.length === 0}
          onClick={accept}
        >
          Approve the plan
        </Button>
      </div>
      <div className="px-4">
        <FormError error={edit.error ?? approve.error} />
      </div>
      <ol className="bg-bg">
        {steps.map((step, index) =>
          editing === step.id ? (
            <li key={step.id} className="border-t border-line">
              <PlanStepForm
                start={step}
                others={steps.filter((other) => other.id !== step.id)}
                busy={edit.isPending}
                onCancel={() => setEditing(undefined)}
                onSave={(words) =>
                  change([{ op: 'edit', taskId: step.id, ...words }], () => setEditing(undefined))
                }
              />
            </li>
          ) : (
            <li
              key={step.id}
              className="flex min-h-9 items-center gap-2 border-t border-line px-4 py-1 text-sm max-md:flex-wrap max-md:py-2"
            >
              <span className="tabular w-5 shrink-0 text-muted max-md:self-start">{index + 1}</span>
              <div className="min-w-0 flex-1 max-md:basis-4/5">
                <p className="font-medium [overflow-wrap:anywhere] md:truncate" title={step.title}>
                  {step.title}
                </p>
                <div className="line-clamp-2 text-xs text-muted [overflow-wrap:anywhere]">
                  <Markdown text={step.description} />
                </div>
                {step.dependsOn.length === 0 ? null : (
                  <p className="text-xs text-muted [overflow-wrap:anywhere] md:truncate">
                    after{' '}
                    {step.dependsOn
                      .map((id) => steps.find((other) => other.id === id)?.title ?? '?')
                      .join(', ')}
                  </p>
                )}
              </div>
              <span className="flex shrink-0 gap-2 max-md:w-full max-md:justify-end">
                <IconButton
                  label={`Move ${step.title} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={`Move ${step.title} down`}
                  icon={<ArrowDown />}
                  disabled={index === steps.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  label={`Edit ${step.title}`}
                  icon={<Pencil />}
                  onClick={() => setEditing(step.id)}
                />
                <IconButton
                  label={`Drop ${step.title}`}
                  icon={<Trash2 />}
                  onClick={() => setDropping(step)}
                />
              </span>
            </li>
          ),
        )}
        {editing === 'new' ? (
          <li className="border-t border-line">
            <PlanStepForm
              others={steps}
              busy={edit.isPending}
              onCancel={() => setEditing(undefined)}
              onSave={(words) => change([{ op: 'add', ...words }], () => setEditing(undefined))}
            />
          </li>
        ) : null}
      </ol>
      <ConfirmDialog
        open={dropping !== undefined}
        onOpenChange={(open) => open || setDropping(undefined)}
        title={`Drop “${dropping?.title ?? ''}” from the plan?`}
        body="It goes with its description. What was to start after it no longer waits for it, and the supervisor is told not to plan it again."
        verb="Drop it"
        danger
        onConfirm={() => {
          setDropping(undefined);
          if (dropping !== undefined) change([{ op: 'remove', taskId: dropping.id }]);
        }}
      />
    </>
  );
}
