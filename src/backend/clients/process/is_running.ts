import { readFileSync } from 'node:fs';

/** False once the process has ended, also while its parent has not collected it yet (a zombie). */
export function isRunning(pid: number, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
    } catch {
      return false;
    }
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
