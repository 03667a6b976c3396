'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { z } from 'zod';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { Checkbox } from '@/frontend/ui/Checkbox';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { FormPage, FormSection } from '@/frontend/widgets/FormPage';
import { MarkdownEditor } from '@/frontend/widgets/MarkdownEditor';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { useDraft } from '@/frontend/widgets/useDraft';
import { useOnce } from '@/frontend/widgets/useOnce';
import { RoleChoice } from '@/shared/task';
import { RoleFields } from './RoleFields';

const Draft = z.object({
  title: z.string(),
  description: z.string(),
  designDoc: z.string(),
  quick: z.boolean(),
  planFirst: z.boolean(),
  supervisor: RoleChoice,
  worker: RoleChoice,
});

const EMPTY = {
  title: '',
  description: '',
  designDoc: '',
  quick: false,
  planFirst: false,
  supervisor: {},
  worker: {},
};

export function NewEpicPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="New epic">
      {(project) => <NewEpic project={project} />}
    </ProjectGate>
  );
}

function NewEpic({ project }: { project: Project }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { value, change, forget } = useDraft(`ff-epic-${project.id}`, Draft, EMPTY);
  const create = useMutation(
    trpc.task.create.mutationOptions({
      onSuccess: (epic) => {
        forget();
        router.push(paths.epic(project.slug, epic.id));
      },
    }),
  );
  const once = useOnce();
  const submit = () =>
    once(() => {
      const { supervisor, worker, ...words } = value;
      const options = { supervisor, worker };
      return create.mutateAsync({ projectId: project.id, parentId: null, ...words, options });
    });
  useShortcuts([{ keys: 'mod+enter', label: 'Create', always: true, run: submit }]);
  const noun = value.quick ? 'task' : 'epic';
  return (
    <Page
      title="New epic"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'New epic' }]}
    >
      <FormPage
        onSubmit={submit}
        buttons={
          <>
            <span className="mr-auto text-xs text-muted max-md:hidden">
              Kept in this browser until it is created.
            </span>
            <ButtonLink variant="ghost">
              <AppLink href={paths.board(project.slug)}>Cancel</AppLink>
            </ButtonLink>
            <Button type="submit" variant="primary" keys="mod+enter" busy={create.isPending}>
              {value.quick ? 'Start the task' : 'Start the epic'}
            </Button>
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-3">
          <SegmentedControl
            label="Size"
            value={value.quick ? 'quick' : 'epic'}
            onChange={(size) => change({ quick: size === 'quick' })}
            segments={[
              { value: 'epic', label: 'Epic' },
              { value: 'quick', label: 'Quick task' },
            ]}
          />
          <p className="text-xs text-muted">
            {value.quick
              ? 'One worker does it alone and opens a pull request for you.'
              : 'A supervisor breaks it down; workers build the parts side by side.'}
          </p>
        </div>
        <Field label="Title" error={fieldError(create.error, 'title')}>
          {(field) => (
            <Input
              {...field}
              autoFocus
              placeholder={value.quick ? 'Fix the date on invoices' : 'Sign in with a passkey'}
              value={value.title}
              onChange={(event) => change({ title: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Description"
          hint={`What should be different when this ${noun} is done, and how one can tell.`}
          error={fieldError(create.error, 'description')}
        >
          {(field) => (
            <MarkdownEditor
              field={field}
              value={value.description}
              onChange={(description) => change({ description })}
              minHeight="min-h-40"
            />
          )}
        </Field>
        {value.quick ? null : (
          <>
            <Field
              label="Design document"
              optional
              hint="Decisions, interfaces, constraints: whatever every agent has to know."
              error={fieldError(create.error, 'designDoc')}
            >
              {(field) => (
                <MarkdownEditor
                  field={field}
                  value={value.designDoc}
                  onChange={(designDoc) => change({ designDoc })}
                />
              )}
            </Field>
            <Checkbox
              checked={value.planFirst}
              onChange={(planFirst) => change({ planFirst })}
              hint="The supervisor writes the breakdown, you edit and approve it, then workers start."
            >
              Plan first, let me approve the breakdown
            </Checkbox>
          </>
        )}
        <FormSection title="Agents">
          {value.quick ? null : (
            <RoleFields
              label="Supervisor"
              value={value.supervisor}
              onChange={(supervisor) => change({ supervisor })}
              fallback={project.settings.supervisor}
            />
          )}
          <RoleFields
            label={value.quick ? 'Worker' : 'Workers'}
            value={value.worker}
            onChange={(worker) => change({ worker })}
            fallback={project.settings.worker}
          />
        </FormSection>
        <FormError error={create.error} known={['title', 'description', 'designDoc']} />
      </FormPage>
    </Page>
  );
}
