'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button } from '@/frontend/ui/Button';
import { CopyText } from '@/frontend/ui/CopyText';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { Select } from '@/frontend/ui/Select';
import { Switch } from '@/frontend/ui/Switch';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { FormPage, FormSection } from '@/frontend/widgets/FormPage';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import type { ProjectSettings } from '@/shared/project';
import { RoleSettings } from './RoleSettings';

export function ProjectSettingsPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Settings">
      {(project) => <Settings key={project.id} project={project} />}
    </ProjectGate>
  );
}

const LIMITS = [
  ['maxWorkers', 'Workers at once', 'The rest waits in line.'],
  ['executionTimeoutMinutes', 'Longest attempt, minutes', 'After this an attempt is ended.'],
  [
    'idleTimeoutMinutes',
    'Idle time, minutes',
    'After this an idle agent is put to sleep; it can be resumed.',
  ],
  ['crashLimit', 'Crashes in a row', 'So many within the window fail the task.'],
  ['crashWindowMinutes', 'Crash window, minutes', 'How far back crashes count.'],
] as const;

const COMMANDS = [
  ['setupCommand', 'Setup', 'Once in every new worktree.'],
  ['testCommand', 'Test', 'On every submission and on the exact tree that is merged.'],
  ['cleanupCommand', 'Cleanup', 'Before a worktree is removed.'],
] as const;

const KNOWN = [
  'name',
  'defaultBranch',
  'setupCommand',
  'testCommand',
  'cleanupCommand',
  ...LIMITS.map(([key]) => `settings.limits.${key}`),
  'settings.merge.batchSize',
  'settings.merge.testTimeoutMinutes',
];

function Settings({ project }: { project: Project }) {
  const trpc = useTRPC();
  const save = useMutation(trpc.project.update.mutationOptions());
  const [draft, setDraft] = useState({
    name: project.name,
    defaultBranch: project.defaultBranch,
    setupCommand: project.setupCommand ?? '',
    testCommand: project.testCommand ?? '',
    cleanupCommand: project.cleanupCommand ?? '',
    settings: project.settings,
  });
  const change = (next: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...next });
  };
  const { settings } = draft;
  const set = (next: Partial<ProjectSettings>) => change({ settings: { ...settings, ...next } });
  const error = (name: string) => fieldError(save.error, name);
  return (
    <Page
      title="Settings"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Settings' }]}
    >
      <FormPage
        onSubmit={() => save.mutate({ id: project.id, ...draft })}
        buttons={
          <>
            <span role="status" className="mr-auto text-sm text-done">
              {save.isSuccess ? 'Saved. Running agents keep what they started with.' : ''}
            </span>
            <Button type="submit" variant="primary" busy={save.isPending}>
              Save
            </Button>
          </>
        }
      >
        <div className="grid gap-4 md:grid-cols-2">
          <Field label="Name" error={error('name')}>
            {(field) => (
              <Input
                {...field}
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Default branch" error={error('defaultBranch')}>
            {(field) => (
              <Input
                {...field}
                mono
                value={draft.defaultBranch}
                onChange={(event) => change({ defaultBranch: event.target.value })}
              />
            )}
          </Field>
        </div>
        <p className="text-sm text-muted">
          Repository <CopyText text={project.repoPath} />
        </p>
        <FormSection title="Commands" hint="Run in a worktree by your shell.">
          {COMMANDS.map(([key, label, hint]) => (
            <Field key={key} label={label} optional hint={hint} error={error(key)}>
              {(field) => (
                <Input
                  {...field}
                  mono
                  value={draft[key]}
                  onChange={(event) => change({ [key]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </FormSection>
        <FormSection title="Agents">
          <RoleSettings
            label="Supervisor"
            value={settings.supervisor}
            onChange={(supervisor) => set({ supervisor })}
          />
          <RoleSettings label="Workers" value={settings.worker} onChange={(worker) => set({ worker })} />
        </FormSection>
        <FormSection title="Limits">
          <div className="grid gap-4 md:grid-cols-2">
            {LIMITS.map(([key, label, hint]) => (
              <NumberField
                key={key}
                label={label}
                hint={hint}
                error={error(`settings.limits.${key}`)}
                value={settings.limits[key]}
                onChange={(value) => set({ limits: { ...settings.limits, [key]: value } })}
              />
            ))}
          </div>
        </FormSection>
        <FormSection title="Merging">
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Style">
              {(field) => (
                <Select
                  {...field}
                  value={settings.merge.style}
                  onChange={(style) =>
                    set({ merge: { ...settings.merge, style: style === 'squash' ? 'squash' : 'merge' } })
                  }
                  options={[
                    { value: 'merge', label: 'Merge commit' },
                    { value: 'squash', label: 'Squash into one commit' },
                  ]}
                />
              )}
            </Field>
            <Field label="When the final pull request is opened">
              {(field) => (
                <Select
                  {...field}
                  value={settings.finalPr}
                  onChange={(finalPr) => set({ finalPr: finalPr === 'complete' ? 'complete' : 'wait' })}
                  options={[
                    { value: 'wait', label: 'Wait for my review' },
                    { value: 'complete', label: 'The epic is done' },
                  ]}
                />
              )}
            </Field>
            <NumberField
              label="Tested together"
              hint="So many approved tasks are tested as one; red is bisected."
              error={error('settings.merge.batchSize')}
              value={settings.merge.batchSize}
              onChange={(batchSize) => set({ merge: { ...settings.merge, batchSize } })}
            />
            <NumberField
              label="Longest test run, minutes"
              error={error('settings.merge.testTimeoutMinutes')}
              value={settings.merge.testTimeoutMinutes}
              onChange={(testTimeoutMinutes) => set({ merge: { ...settings.merge, testTimeoutMinutes } })}
            />
          </div>
        </FormSection>
        <FormSection title="Notifications">
          <Switch
            checked={settings.notifications}
            onChange={(notifications) => set({ notifications })}
            hint="Crash loops and questions pass even when this is off."
          >
            Tell me when this project needs me
          </Switch>
        </FormSection>
        <FormError error={save.error} known={KNOWN} />
      </FormPage>
    </Page>
  );
}

function NumberField({
  label,
  hint,
  error,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  value: number;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(field) => (
        <Input
          {...field}
          type="number"
          inputMode="numeric"
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
