const DAY_MS = 86_400_000;

/** A moment as this machine's clock shows it, with the day where that could be mistaken. */
export function clockTime(moment: Date, at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const time = `${two(moment.getHours())}:${two(moment.getMinutes())}`;
  if (Math.abs(moment.getTime() - at.getTime()) < DAY_MS) return time;
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${time}`;
}
