'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { ThemeSwitch } from '@/frontend/theme/ThemeSwitch';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { QueryView } from '@/frontend/widgets/QueryView';
import { Concurrency } from './Concurrency';
import { LimitsForm } from './LimitsForm';
import { NotificationsForm } from './NotificationsForm';

export function SettingsPage() {
  const trpc = useTRPC();
  const notifications = useQuery(trpc.setting.notifications.queryOptions());
  const limits = useQuery(trpc.setting.limits.queryOptions());
  return (
    <Page title="Settings">
      <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 py-6">
        <section className="flex items-center justify-between gap-4">
          <div>
            <h2 className="text-base font-semibold">Theme</h2>
            <p className="text-sm text-muted">Kept in this browser.</p>
          </div>
          <ThemeSwitch />
        </section>
        <QueryView query={notifications} skeleton={<SkeletonRows rows={5} />}>
          {(settings) => <NotificationsForm initial={settings} />}
        </QueryView>
        <Concurrency />
        <QueryView query={limits} skeleton={<SkeletonRows rows={5} />}>
          {(settings) => <LimitsForm initial={settings} />}
        </QueryView>
      </div>
    </Page>
  );
}
