'use client';
import { Field } from '@/frontend/ui/Field';
import { Select } from '@/frontend/ui/Select';
import { PermissionMode, ProviderName } from '@/shared/agent';
import type { ProjectSettings } from '@/shared/project';
import { useProviders } from './useProviders';

type Value = ProjectSettings['supervisor'];

const OWN = 'own';
const permissions: Record<PermissionMode, { label: string; hint: string }> = {
  strict: { label: 'Strict', hint: 'An allow list; the rest is asked of you.' },
  auto: { label: 'Auto', hint: 'Edits and safe commands.' },
  bypass: { label: 'Bypass', hint: 'Everything, without asking.' },
};

/** The program, model and permissions of one role. */
export function RoleSettings({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}) {
  const { providers, titleOf } = useProviders();
  const models = providers.find((each) => each.name === value.provider)?.models ?? [];
  return (
    <fieldset className="grid gap-3 md:grid-cols-3">
      <Field label={label}>
        {(field) => (
          <Select
            {...field}
            value={value.provider}
            onChange={(next) => {
              const provider = ProviderName.safeParse(next);
              if (provider.success) onChange({ ...value, provider: provider.data, model: null });
            }}
            options={ProviderName.options.map((name) => ({ value: name, label: titleOf(name) ?? '…' }))}
          />
        )}
      </Field>
      <Field label="Model">
        {(field) => (
          <Select
            {...field}
            value={value.model ?? OWN}
            onChange={(model) => onChange({ ...value, model: model === OWN ? null : model })}
            options={[
              { value: OWN, label: 'Its own default' },
              ...[...new Set([...models, ...(value.model === null ? [] : [value.model])])].map((model) => ({
                value: model,
                label: model,
              })),
            ]}
          />
        )}
      </Field>
      <Field label="Permissions">
        {(field) => (
          <Select
            {...field}
            value={value.permissionMode}
            onChange={(next) => {
              const mode = PermissionMode.safeParse(next);
              if (mode.success) onChange({ ...value, permissionMode: mode.data });
            }}
            options={PermissionMode.options.map((mode) => ({ value: mode, ...permissions[mode] }))}
          />
        )}
      </Field>
    </fieldset>
  );
}
