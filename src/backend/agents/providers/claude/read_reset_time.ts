const RESETS =
  /resets?(?: at)? (?:(?<month>[A-Z][a-z]{2})[a-z]* (?<day>\d{1,2})(?:,| at)? )?(?<hour>\d{1,2})(?::(?<minute>\d\d))? ?(?<half>am|pm)(?: \((?<zone>[A-Za-z0-9_/+-]+)\))?/i;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** "resets 3pm (Europe/Berlin)", "resets Nov 20, 3:30am (UTC)": the next such moment, or null when none is named. */
export function readResetTime(words: string, now: Date): Date | null {
  const epoch = /limit reached\|(\d{10})\b/.exec(words)?.[1];
  if (epoch !== undefined) return new Date(Number(epoch) * 1000);
  const found = RESETS.exec(words)?.groups;
  if (found === undefined) return null;
  const zone = usableZone(found.zone);
  const hour = (Number(found.hour) % 12) + (found.half?.toLowerCase() === 'pm' ? 12 : 0);
  const minute = Number(found.minute ?? 0);
  const today = wallClock(now, zone);
  const month = found.month === undefined ? -1 : MONTHS.indexOf(found.month.toLowerCase());
  if (month >= 0) {
    const wall = { ...today, month, day: Number(found.day), hour, minute };
    const thisYear = instant(wall, zone);
    return thisYear.getTime() < now.getTime() - DAY_MS
      ? instant({ ...wall, year: wall.year + 1 }, zone)
      : thisYear;
  }
  const wall = { ...today, hour, minute };
  const candidate = instant(wall, zone);
  return candidate > now ? candidate : instant({ ...wall, day: wall.day + 1 }, zone);
}

type Wall = { year: number; month: number; day: number; hour: number; minute: number };

function wallClock(at: Date, timeZone: string | undefined): Wall {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month: month - 1, day, hour, minute };
}

/** The moment at which clocks in that zone show this. Twice, because the first guess may be across a change of hour. */
function instant(wall: Wall, zone: string | undefined): Date {
  const wanted = utc(wall);
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    guess += wanted - utc(wallClock(new Date(guess), zone));
  }
  return new Date(guess);
}

function utc({ year, month, day, hour, minute }: Wall): number {
  return Date.UTC(year, month, day, hour, minute);
}

function usableZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}
