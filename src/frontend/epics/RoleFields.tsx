'use client';
import { useProviders } from '@/frontend/projects/useProviders';
import { Field } from '@/frontend/ui/Field';
import { Select } from '@/frontend/ui/Select';
import { ProviderName } from '@/shared/agent';

export type RoleValue = { provider?: ProviderName; model?: string };

const DEFAULT = 'default';

/** Who does the work of one role: the program and its model. Absent means what the project says. */
export function RoleFields({
  label,
  value,
  onChange,
  fallback,
}: {
  label: string;
  value: RoleValue;
  onChange: (value: RoleValue) => void;
  /** What the project's settings say, for the words of the first option. */
  fallback: { provider: ProviderName; model: string | null };
}) {
  const { providers, titleOf } = useProviders();
  const chosen = value.provider ?? fallback.provider;
  const models = providers.find((each) => each.name === chosen)?.models ?? [];
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={label}>
        {(field) => (
          <Select
            {...field}
            value={value.provider ?? DEFAULT}
            onChange={(next) => {
              const provider = ProviderName.safeParse(next);
              onChange(provider.success ? { provider: provider.data } : {});
            }}
            options={[
              { value: DEFAULT, label: `Project’s: ${titleOf(fallback.provider) ?? '…'}` },
              ...(providers.length === 0
                ? ProviderName.options.map((name) => ({ value: name, label: '…' }))
                : providers.map((each) => ({
                    value: each.name,
                    label: each.title,
                    ...(each.found ? {} : { hint: each.message }),
                  }))),
            ]}
          />
        )}
      </Field>
      <Field label="Model">
        {(field) => (
          <Select
            {...field}
            value={value.model ?? DEFAULT}
            disabled={models.length === 0}
            onChange={(model) =>
              onChange({ ...value, ...(model === DEFAULT ? { model: undefined } : { model }) })
            }
            options={[
              { value: DEFAULT, label: fallback.model ?? 'Its own default' },
              ...models.map((model) => ({ value: model, label: model })),
            ]}
          />
        )}
      </Field>
    </div>
  );
}
