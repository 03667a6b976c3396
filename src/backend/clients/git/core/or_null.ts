/**
 * For a look at a folder or at one of git's own small files, which the system has in memory: the look itself takes less
 * than handing it to another thread, and whoever waits for an agent does not stand in line between one look and the next.
 */
export function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
