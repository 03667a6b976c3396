const DAY_MS = 86_400_000;

/** A moment as this machine's clock shows it, with the day where that could be mistaken. */
export function clockTime(moment: Date, at: Date): string {
  const isNear = Math.abs(moment.getTime() - at.getTime()) < DAY_MS;
  return isNear ? time(moment) : dayAndTime(moment);
}

/** `2026-11-19 17:04`, by this machine's clock. */
export function dayAndTime(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${time(moment)}`;
}

function time(moment: Date): string {
  return `${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
