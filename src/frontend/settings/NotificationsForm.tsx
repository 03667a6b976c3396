'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { Field } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';
import { Switch } from '@/frontend/ui/Switch';
import { FormError, fieldError } from '@/frontend/widgets/FormError';
import { FormSection } from '@/frontend/widgets/FormPage';
import { focusWrong } from '@/frontend/widgets/focusWrong';
import { type NotificationChannel, NotificationSettings } from '@/shared/notification';
import { BrowserPermission } from './BrowserPermission';

const CHANNELS = [
  ['desktop', 'On this machine’s desktop', 'By the notification service of the system the server runs on.'],
  ['sound', 'With a sound', 'Only with those on the desktop.'],
  ['browser', 'In the browser', 'While a page of the factory is open.'],
] as const;
const KNOWN = ['webhookUrl', 'quietHours.from', 'quietHours.to', 'quietHours.timeZone'];

export function NotificationsForm({ initial }: { initial: NotificationSettings }) {
  const trpc = useTRPC();
  const [settings, setSettings] = useState(initial);
  const save = useMutation(trpc.setting.setNotifications.mutationOptions());
  const change = (next: Partial<NotificationSettings>) => {
    save.reset();
    setSettings({ ...settings, ...next });
  };
  const { quietHours: quiet } = settings;
  const setQuiet = (next: Partial<typeof quiet>) => change({ quietHours: { ...quiet, ...next } });
  // The server has the same rules; here they speak while one types.
  const wrong = NotificationSettings.safeParse(settings).error?.issues ?? [];
  const error = (name: string) =>
    wrong.find((issue) => issue.path.join('.') === name)?.message ?? fieldError(save.error, name);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0) save.mutate(settings);
        else focusWrong(event.currentTarget);
      }}
    >
      <FormSection title="Notifications" hint="When a review, a question or a failure waits for you.">
        {CHANNELS.map(([key, label, hint]) => (
          <Switch key={key} checked={settings[key]} onChange={(on) => change({ [key]: on })} hint={hint}>
            {label}
          </Switch>
        ))}
        {settings.browser ? <BrowserPermission /> : null}
        {settings.desktop ? <TestButton channel="desktop" settings={settings} /> : null}
        <Field
          label="Webhook"
          optional
          hint="Gets a POST with the notification as JSON."
          error={error('webhookUrl')}
        >
          {(field) => (
            <Input
              {...field}
              mono
              type="url"
              placeholder="https://"
              value={settings.webhookUrl ?? ''}
              onChange={(event) =>
                change({ webhookUrl: event.target.value === '' ? null : event.target.value })
              }
            />
          )}
        </Field>
        {settings.webhookUrl === null ? null : <TestButton channel="webhook" settings={settings} />}
        <Switch
          checked={quiet.on}
          onChange={(on) => setQuiet({ on })}
          hint="What happens meanwhile is told when they end. Crash loops and questions pass."
        >
          Quiet hours
        </Switch>
        {quiet.on ? (
          <div className="grid gap-4 md:grid-cols-3">
            <Field label="From" error={error('quietHours.from')}>
              {(field) => (
                <Input
                  {...field}
                  type="time"
                  value={quiet.from}
                  onChange={(e) => setQuiet({ from: e.target.value })}
                />
              )}
            </Field>
            <Field label="To" error={error('quietHours.to')}>
              {(field) => (
                <Input
                  {...field}
                  type="time"
                  value={quiet.to}
                  onChange={(e) => setQuiet({ to: e.target.value })}
                />
              )}
            </Field>
            <Field
              label="Time zone"
              optional
              hint={`This browser is in ${zoneHere()}.`}
              error={error('quietHours.timeZone')}
            >
              {(field) => (
                <Input
                  {...field}
                  placeholder="the machine’s own"
                  list="time-zones"
                  value={quiet.timeZone ?? ''}
                  onChange={(e) => setQuiet({ timeZone: e.target.value === '' ? null : e.target.value })}
                />
              )}
            </Field>
          </div>
        ) : null}
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <FormError error={save.error} known={KNOWN} />
        <div className="flex items-center justify-end gap-3">
          <span role="status" className="text-sm text-done">
            {save.isSuccess ? 'Saved.' : ''}
          </span>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save notifications
          </Button>
        </div>
      </FormSection>
    </form>
  );
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Tries what the form shows, saved or not. */
function TestButton({ channel, settings }: { channel: NotificationChannel; settings: NotificationSettings }) {
  const trpc = useTRPC();
  const test = useMutation(trpc.setting.testNotification.mutationOptions());
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={test.isPending} onClick={() => test.mutate({ channel, settings })}>
          {channel === 'desktop' ? 'Send a test to the desktop' : 'Send a test to the webhook'}
        </Button>
        <span
          role="status"
          className={`min-w-0 flex-1 text-sm [overflow-wrap:anywhere] ${test.data?.ok === false ? 'text-failed' : 'text-muted'}`}
        >
          {test.data?.message ?? ''}
        </span>
      </div>
      <FormError error={test.error} />
    </div>
  );
}
