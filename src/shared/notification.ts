import { z } from 'zod';

/** The row of the Setting table that holds these. */
export const NOTIFICATIONS_KEY = 'notifications';

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time as 22:00.');

const TimeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'Give a time zone as Europe/Berlin.');

export const NotificationSettings = z.object({
  desktop: z.boolean().default(true),
  sound: z.boolean().default(true),
  browser: z.boolean().default(true),
  /** A POST with the notification as JSON. */
  webhookUrl: z
    .url({ protocol: /^https?$/, error: 'Give an address that starts with https:// or http://.' })
    .max(2000)
    .nullable()
    .default(null),
  quietHours: z
    .object({
      on: z.boolean().default(false),
      from: ClockTime.default('22:00'),
      to: ClockTime.default('08:00'),
      /** Null: the machine's own. */
      timeZone: TimeZone.nullable().default(null),
    })
    .prefault({}),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationChannel = z.enum(['desktop', 'webhook']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;
