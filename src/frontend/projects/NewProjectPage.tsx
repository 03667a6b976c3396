'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useDeferredValue } from 'react';
import { z } from 'zod';
import { useTRPC } from '@/frontend/api/trpc';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { Facts } from '@/frontend/ui/Facts';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { Select } from '@/frontend/ui/Select';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { FormPage, FormSection } from '@/frontend/widgets/FormPage';
import { useDraft } from '@/frontend/widgets/useDraft';
import { useOnce } from '@/frontend/widgets/useOnce';
import { FolderInput } from './FolderInput';

/** What the user has changed; what is left alone follows the folder. */
const Draft = z.object({
  name: z.string().optional(),
  defaultBranch: z.string().optional(),
  setupCommand: z.string().optional(),
  testCommand: z.string().optional(),
});
type Draft = z.infer<typeof Draft>;
const Form = z.object({ path: z.string(), draft: Draft });
const EMPTY: z.infer<typeof Form> = { path: '', draft: {} };

const SHOWN_AT_FIELDS = ['path', 'name', 'defaultBranch', 'setupCommand', 'testCommand'];

export function NewProjectPage() {
  const trpc = useTRPC();
  const router = useRouter();
  const { value, change: keep, forget } = useDraft('ff-project-new', Form, EMPTY);
  const { path, draft } = value;
  const asked = useDeferredValue(path);
  const folder = useQuery(
    trpc.project.inspect.queryOptions(
      { path: asked },
      { enabled: asked.length > 1, retry: false, staleTime: 5000 },
    ),
  );
  const add = useMutation(
    trpc.project.add.mutationOptions({
      onSuccess: (project) => {
        forget();
        router.push(paths.newEpic(project.slug));
      },
    }),
  );
  const once = useOnce();
  const found = path === asked ? folder.data : undefined;
  const change = (next: Draft) => {
    add.reset();
    keep({ draft: { ...draft, ...next } });
  };
  const text = (name: keyof Draft, guess: string | null | undefined) => draft[name] ?? guess ?? '';
  // While typing, a path that is not there yet is no mistake.
  const pathError =
    fieldError(add.error, 'path') ??
    (path.endsWith('/') || path !== asked ? undefined : fieldError(folder.error, 'path'));

  return (
    <Page
      title="Add a repository"
      crumbs={[{ label: 'Projects', href: paths.projects() }, { label: 'Add a repository' }]}
    >
      <FormPage
        onSubmit={() =>
          once(() =>
            add.mutateAsync({
              path,
              name: text('name', found?.name),
              ...(found === undefined ? {} : { defaultBranch: text('defaultBranch', found.defaultBranch) }),
              setupCommand: text('setupCommand', found?.setupCommand),
              testCommand: text('testCommand', found?.testCommand),
            }),
          )
        }
        buttons={
          <>
            <ButtonLink variant="ghost">
              <AppLink href={paths.projects()}>Cancel</AppLink>
            </ButtonLink>
            <Button type="submit" variant="primary" busy={add.isPending} disabled={found?.existing != null}>
              Add the project
            </Button>
          </>
        }
      >
        <Field
          label="Folder of the repository"
          hint="Agents work in worktrees of their own; this folder is not touched until you merge."
          error={pathError}
        >
          {(field) => (
            <FolderInput
              field={field}
              value={path}
              onChange={(path) => {
                // What was refused was the folder before.
                add.reset();
                keep({ path });
              }}
            />
          )}
        </Field>
        {found === undefined ? null : found.existing ? (
          <p role="status" className="rounded-md bg-blocked-bg px-3 py-2 text-sm">
            This repository is the project <strong>{found.existing.name}</strong> already.{' '}
            <AppLink href={paths.board(found.existing.slug)} className="underline underline-offset-2">
              Open it
            </AppLink>
          </p>
        ) : (
          <>
            <div role="status" className="rounded-lg border border-line bg-surface px-4 py-3">
              <Facts
                facts={[
                  [
                    'Repository',
                    <span key="root" className="font-mono text-xs">
                      {found.root}
                    </span>,
                  ],
                  ['Branches', found.branches.length],
                  ['Remote', found.remoteUrl ?? 'none; everything works locally'],
                ]}
              />
            </div>
            <div className="grid gap-4 md:grid-cols-2">
              <Field label="Name" error={fieldError(add.error, 'name')}>
                {(field) => (
                  <Input
                    {...field}
                    value={text('name', found.name)}
                    onChange={(event) => change({ name: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="Default branch"
                hint="Epics start from it; final pull requests go to it."
                error={fieldError(add.error, 'defaultBranch')}
              >
                {(field) => (
                  <Select
                    {...field}
                    value={text('defaultBranch', found.defaultBranch)}
                    onChange={(defaultBranch) => change({ defaultBranch })}
                    options={found.branches.map((branch) => ({ value: branch, label: branch }))}
                  />
                )}
              </Field>
            </div>
            <FormSection
              title="Commands"
              hint="Run in a worktree by your shell. The test command decides whether work may be merged."
            >
              <Field
                label="Setup"
                optional
                hint="Once in every new worktree."
                error={fieldError(add.error, 'setupCommand')}
              >
                {(field) => (
                  <Input
                    {...field}
                    mono
                    placeholder="npm ci"
                    value={text('setupCommand', found.setupCommand)}
                    onChange={(event) => change({ setupCommand: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="Test"
                optional
                hint={
                  text('testCommand', found.testCommand) === ''
                    ? 'Without one, work is merged without being tested.'
                    : 'On every submission and on the exact tree that is merged.'
                }
                error={fieldError(add.error, 'testCommand')}
              >
                {(field) => (
                  <Input
                    {...field}
                    mono
                    placeholder="npm test"
                    value={text('testCommand', found.testCommand)}
                    onChange={(event) => change({ testCommand: event.target.value })}
                  />
                )}
              </Field>
            </FormSection>
          </>
        )}
        <FormError error={add.error} known={SHOWN_AT_FIELDS} />
      </FormPage>
    </Page>
  );
}
