'use client';
import { useEffect, useRef, useState } from 'react';
import type { Plan } from '@/frontend/api/outputs';
import { Button } from '@/frontend/ui/Button';
import { Checkbox } from '@/frontend/ui/Checkbox';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { Textarea } from '@/frontend/ui/Textarea';

type Step = Plan['steps'][number];
type Words = Pick<Step, 'title' | 'description' | 'acceptanceCriteria' | 'dependsOn'>;

/** One subtask of a plan: a new one, or one that is changed. */
export function PlanStepForm({
  start,
  others,
  busy,
  onSave,
  onCancel,
}: {
  start?: Step;
  others: readonly Step[];
  busy: boolean;
  onSave: (words: Words) => void;
  onCancel: () => void;
}) {
  const [words, setWords] = useState<Words>({
    title: start?.title ?? '',
    description: start?.description ?? '',
    acceptanceCriteria: start?.acceptanceCriteria ?? '',
    dependsOn: start?.dependsOn ?? [],
  });
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus(), []);
  const change = (next: Partial<Words>) => setWords({ ...words, ...next });
  return (
    <form
      className="flex flex-col gap-3 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(words);
      }}
    >
      <Field label="Title">
        {(field) => (
          <Input
            {...field}
            ref={title}
            value={words.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" hint="The worker starts from this and the design document of the epic.">
        {(field) => (
          <Textarea
            {...field}
            value={words.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Acceptance criteria" optional>
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            value={words.acceptanceCriteria}
            onChange={(event) => change({ acceptanceCriteria: event.target.value })}
          />
        )}
      </Field>
      {others.length === 0 ? null : (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">Starts after</legend>
          {others.map((other) => (
            <Checkbox
              key={other.id}
              checked={words.dependsOn.includes(other.id)}
              onChange={(checked) =>
                change({
                  dependsOn: checked
                    ? [...words.dependsOn, other.id]
                    : words.dependsOn.filter((id) => id !== other.id),
                })
              }
            >
              {other.title}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
