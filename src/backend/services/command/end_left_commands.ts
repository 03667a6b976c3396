import { killTree } from '@/backend/clients/process/kill_tree';
import { type ProcessRow, readProcessTable } from '@/backend/clients/process/read_process_table';
import { readVariable } from '@/backend/clients/process/read_variable';
import type { Deps } from '../deps';
import { nameHome, nameServer, parseRun, RUN_VARIABLE } from './name_run';

const GRACE_MS = 1_000;

/**
 * Ends what the commands of servers that are gone have left running in this home, and says how many processes that
 * were: nobody else looks at their time, and whoever runs the command again would find them in its folder.
 */
export async function endLeftCommands(deps: Pick<Deps, 'run' | 'home'>): Promise<number> {
  const table = await readProcessTable(deps);
  const rows = new Map(table.map((row) => [row.pid, row]));
  const servers = new Set(table.map(nameServer));
  const home = nameHome(deps.home.dir);
  const left = new Map<string, ProcessRow[]>();
  const pids = table.flatMap((row) => (row.ofKernel ? [] : [row.pid]));
  for (const { pid, value } of await readVariable(deps, RUN_VARIABLE, pids)) {
    const run = parseRun(value);
    const row = rows.get(pid);
    if (row === undefined || run === null || run.home !== home || servers.has(run.server)) continue;
    left.set(value, [...(left.get(value) ?? []), row]);
  }
  const ended = await Promise.all([...left].map(([value, members]) => endRun(deps, value, members)));
  return ended.reduce((sum, count) => sum + count, 0);
}

function endRun(deps: Pick<Deps, 'run'>, value: string, members: readonly ProcessRow[]): Promise<number> {
  // Each command has a session of its own, which still tells its members by their number when its leader is gone.
  const top = members.find(({ pid, pgid, sid }) => pid === pgid && pid === (sid ?? pid))?.pid ?? null;
  return killTree(deps, {
    rootPid: top,
    sessionLeader: top ?? members[0]?.sid ?? null,
    variable: { name: RUN_VARIABLE, value },
    graceMs: GRACE_MS,
  });
}
