import { z } from 'zod';
import { listNotifications } from '@/backend/resource_accessors/notification.accessor';
import { readSetting, writeSetting } from '@/backend/resource_accessors/setting.accessor';
import { readNotificationSettings } from '@/backend/services/notification/read_settings';
import { testNotification } from '@/backend/services/notification/test_notification';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import { NOTIFICATIONS_KEY, NotificationChannel, NotificationSettings } from '@/shared/notification';
import { procedure, router } from './trpc';

export const settingRouter = router({
  notifications: procedure.query(({ ctx }) => readNotificationSettings(ctx.deps)),
  setNotifications: procedure.input(NotificationSettings).mutation(async ({ ctx, input }) => {
    await ctx.deps.store.write((tx) => writeSetting(tx, NOTIFICATIONS_KEY, input));
    return input;
  }),
  testNotification: procedure
    .input(z.object({ channel: NotificationChannel, settings: NotificationSettings }))
    .mutation(({ ctx, input }) => testNotification(ctx.deps, input)),
  sentNotifications: procedure
    .input(z.object({ limit: z.int().min(1).max(200).default(50) }).prefault({}))
    .query(({ ctx, input }) => listNotifications(ctx.deps.store, input)),
  limits: procedure.query(async ({ ctx }) => {
    const stored = SystemLimits.safeParse((await readSetting(ctx.deps.store, LIMITS_KEY)) ?? {});
    return stored.success ? stored.data : SystemLimits.parse({});
  }),
  setLimits: procedure.input(SystemLimits).mutation(async ({ ctx, input }) => {
    await ctx.deps.store.write((tx) => writeSetting(tx, LIMITS_KEY, input));
    return input;
  }),
});
