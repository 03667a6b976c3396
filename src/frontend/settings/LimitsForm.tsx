'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { FormSection } from '@/frontend/widgets/FormPage';
import { focusWrong } from '@/frontend/widgets/focusWrong';
import { SystemLimits } from '@/shared/limits';

const FIELDS = [
  ['hungMinutes', 'Hung after, minutes', 'A turn with no sign of life for this long is ended.'],
  ['startMinutes', 'Longest start, minutes', 'A program that is not ready by then is started again.'],
  [
    'nudgeMinutes',
    'Reminder after, minutes',
    'For an agent that stopped with its task unfinished; doubled each time.',
  ],
  ['nudgeLimit', 'Reminders', 'After so many you are told instead.'],
  [
    'providerRetryMinutes',
    'Missing program, minutes',
    'When to look again for one that is missing or logged out.',
  ],
  ['usageRetryMinutes', 'Usage limit, minutes', 'When to try again if no reset time is known.'],
  ['permissionMinutes', 'Permissions, minutes', 'One that nobody gave by then is refused.'],
  ['questionMinutes', 'Questions, minutes', 'One that nobody answered by then is left to the agent.'],
  ['minFreeMemoryMb', 'Least free memory, MB', 'With less than this no new agent starts.'],
  ['minFreeDiskMb', 'Least free disk, MB', 'With less than this no new agent starts.'],
  ['systemCrashLimit', 'Crashes of any agents', 'So many within the window and the system is called ill.'],
  ['systemCrashWindowMinutes', 'Crash window, minutes', 'How far back those count.'],
] as const satisfies readonly (readonly [keyof SystemLimits, string, string])[];

export function LimitsForm({ initial }: { initial: SystemLimits }) {
  const trpc = useTRPC();
  const [limits, setLimits] = useState(initial);
  const save = useMutation(trpc.setting.setLimits.mutationOptions());
  // The server has the same rules; here they speak while one types.
  const wrong = SystemLimits.safeParse(limits).error?.issues ?? [];
  const error = (key: keyof SystemLimits) => {
    const issue = wrong.find(({ path }) => path[0] === key);
    return issue?.message ?? fieldError(save.error, key);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0) save.mutate(limits);
        else focusWrong(event.currentTarget);
      }}
    >
      <FormSection
        title="Limits"
        hint="Of the whole system. How many workers run at once is a setting of each project."
      >
        <div className="grid gap-4 md:grid-cols-2">
          {FIELDS.map(([key, label, hint]) => (
            <Field key={key} label={label} hint={hint} error={error(key)}>
              {(field) => (
                <Input
                  {...field}
                  type="number"
                  inputMode="decimal"
                  step="any"
                  value={Number.isNaN(limits[key]) ? '' : limits[key]}
                  onChange={(event) => {
                    save.reset();
                    setLimits({ ...limits, [key]: event.target.valueAsNumber });
                  }}
                />
              )}
            </Field>
          ))}
        </div>
        <FormError error={save.error} known={FIELDS.map(([key]) => key)} />
        <div className="flex items-center justify-end gap-3">
          <span role="status" className="text-sm text-done">
            {save.isSuccess ? 'Saved. It counts from the next look.' : ''}
          </span>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save limits
          </Button>
        </div>
      </FormSection>
    </form>
  );
}
