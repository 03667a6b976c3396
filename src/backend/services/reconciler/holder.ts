import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { isRunning } from '@/backend/clients/process/is_running';

/** A name for this process among those that share the database. */
export function nameHolder(): string {
  return `${os.hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;
}

/**
 * True for a process of this machine that does not exist any more: nobody has to wait for its lease to run out. Its
 * number may belong to another program by now; then the lease runs out in its own time.
 */
export function isHolderGone(holder: string): boolean {
  const [host, pid] = holder.split('/');
  return host === os.hostname() && /^[1-9]\d*$/.test(pid ?? '') && !isRunning(Number(pid));
}
