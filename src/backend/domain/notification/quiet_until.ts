import type { NotificationSettings } from '@/shared/notification';

const DAY = 24 * 60;

/**
 * When the quiet hours end that `now` falls in; null when it falls in none. Both times are read on the wall clock of
 * the chosen zone, so a night with a clock change is quiet until the wall says so.
 */
export function quietUntil(now: Date, quiet: NotificationSettings['quietHours']): Date | null {
  if (!quiet.on || quiet.from === quiet.to) return null;
  const minute = wallMinute(now, quiet.timeZone);
  const from = minutesOf(quiet.from);
  const to = minutesOf(quiet.to);
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!inside) return null;
  const left = (to - minute + DAY) % DAY;
  const guess = new Date(Math.floor(now.getTime() / 60_000) * 60_000 + left * 60_000);
  // A clock change in between moves the wall by an hour: aim again at what the wall will show.
  const drift = ((to - wallMinute(guess, quiet.timeZone) + DAY + DAY / 2) % DAY) - DAY / 2;
  return new Date(guess.getTime() + drift * 60_000);
}

function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function wallMinute(at: Date, timeZone: string | null): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === null ? {} : { timeZone }),
  }).format(at);
  return minutesOf(parts);
}
