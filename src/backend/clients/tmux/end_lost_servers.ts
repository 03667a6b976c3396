import { findByEnvironment } from '@/backend/clients/process/find_by_environment';
import { readProcessTable } from '@/backend/clients/process/read_process_table';
import { FactoryError } from '@/backend/domain/errors';
import { MARKER_VARIABLE } from './core/environment';
import type { Tmux } from './core/tmux';

/** What a pane is piped to; nobody's program. */
const PIPE = 'cat';

/**
 * Servers of ours in which programs of this session run, though nobody reaches them any more: their socket was deleted, and
 * another server may have taken its place. Looked for while the programs are there, as they tell what they run in.
 */
export async function findLostServers(tmux: Tmux, marker: string): Promise<number[]> {
  const table = await readProcessTable(tmux);
  const among = table.flatMap(({ pid, ofKernel }) => (ofKernel ? [] : [pid]));
  const marked = new Set(await findByEnvironment(tmux, { name: MARKER_VARIABLE, value: marker }, among));
  const parents = new Set(table.flatMap(({ pid, ppid }) => (marked.has(pid) ? [ppid] : [])));
  const hosts = [...parents].filter((pid) => pid > 1 && pid !== process.pid && !marked.has(pid));
  return hosts.length === 0 ? [] : whichAreLost(tmux, hosts);
}

/** Ends those of them in which nothing runs any more. Somebody's own window keeps one, and so does an agent that still works. */
export async function endLostServers(tmux: Tmux, pids: readonly number[]): Promise<void> {
  for (const pid of await whichAreLost(tmux, pids)) {
    const programs = (await listPrograms(tmux)).filter((program) => program.ppid === pid);
    if (programs.some(({ args }) => args !== PIPE)) continue;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function whichAreLost(tmux: Tmux, pids: readonly number[]): Promise<number[]> {
  const reached = await readServerPid(tmux);
  if (reached === 'unknown') return [];
  const start = `tmux -u -S ${tmux.socketPath} -f ${tmux.configPath} `;
  const servers = (await listPrograms(tmux)).filter(({ args }) => args.startsWith(start));
  return servers.flatMap(({ pid }) => (pids.includes(pid) && pid !== reached ? [pid] : []));
}

async function readServerPid(tmux: Tmux): Promise<number | null | 'unknown'> {
  try {
    return Number.parseInt(await tmux.call({ args: ['display-message', '-p', '#{pid}'] }), 10);
  } catch (thrown) {
    return thrown instanceof FactoryError && thrown.data.noServer === true ? null : 'unknown';
  }
}

type Program = { pid: number; ppid: number; args: string };

async function listPrograms(tmux: Tmux): Promise<Program[]> {
  const { stdout } = await tmux.run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { env: { LC_ALL: 'C' } });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(line);
    return found ? [{ pid: Number(found[1]), ppid: Number(found[2]), args: found[3] ?? '' }] : [];
  });
}
