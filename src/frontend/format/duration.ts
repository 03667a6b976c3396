const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `12 s`, `3 m 12 s`, `2 h 5 m`, `4 d 3 h`: two units at most, never negative. */
export function formatDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return pair(span, MINUTE, 'm', SECOND, 's');
  if (span < DAY) return pair(span, HOUR, 'h', MINUTE, 'm');
  return pair(span, DAY, 'd', HOUR, 'h');
}

/** `now`, `40 s`, `3 m`, `5 h`, `2 d`, then the date: one unit, for rows. */
export function formatAge(at: Date, now: number): string {
  const age = now - at.getTime();
  if (age < 5 * SECOND) return age < -MINUTE ? `in ${oneUnit(-age)}` : 'now';
  if (age < 30 * DAY) return oneUnit(age);
  return at.toLocaleDateString('en', { day: 'numeric', month: 'short', year: yearIfOther(at, now) });
}

function oneUnit(span: number): string {
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} m`;
  if (span < DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

function pair(span: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((span % big) / small);
  return rest === 0
    ? `${Math.floor(span / big)} ${bigUnit}`
    : `${Math.floor(span / big)} ${bigUnit} ${rest} ${smallUnit}`;
}

function yearIfOther(at: Date, now: number): 'numeric' | undefined {
  return at.getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
}
