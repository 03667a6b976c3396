'use client';
import { Pause } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/frontend/ui/Button';
import { Checkbox } from '@/frontend/ui/Checkbox';
import { Field } from '@/frontend/ui/Field';
import { IconButton } from '@/frontend/ui/IconButton';
import { Input } from '@/frontend/ui/Input';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { Switch } from '@/frontend/ui/Switch';
import { Textarea } from '@/frontend/ui/Textarea';

const VARIANTS = ['primary', 'default', 'ghost', 'danger'] as const;

/** What is pressed and filled in: at rest, busy, refused, wrong. */
export function Controls() {
  const [on, setOn] = useState(true);
  const [view, setView] = useState<'one' | 'two'>('one');
  return (
    <div className="flex flex-col gap-4">
      {VARIANTS.map((variant) => (
        <div key={variant} className="flex flex-wrap items-center gap-2">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            small
          </Button>
          <Button variant={variant} keys="a">
            with a key
          </Button>
          <Button variant={variant} busy>
            busy
          </Button>
          <Button variant={variant} disabled>
            refused
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <IconButton label="Pause" icon={<Pause />} />
        <IconButton label="Pressed" icon={<Pause />} pressed />
        <SegmentedControl
          label="View"
          value={view}
          onChange={setView}
          segments={[
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two' },
          ]}
        />
      </div>
      <Field label="A field" hint="What it is for.">
        {(field) => <Input {...field} placeholder="empty" />}
      </Field>
      <Field label="A wrong one" error="Give a title.">
        {(field) => <Input {...field} defaultValue="" />}
      </Field>
      <Field label="A long one" optional>
        {(field) => <Textarea {...field} rows={2} disabled />}
      </Field>
      <Checkbox checked={on} onChange={setOn} hint="It says what follows.">
        A choice
      </Checkbox>
      <Checkbox checked="mixed" onChange={() => {}}>
        Some of them
      </Checkbox>
      <Switch checked={on} onChange={setOn} hint="It takes effect at once.">
        A setting
      </Switch>
    </div>
  );
}
