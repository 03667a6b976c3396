import { setTimeout as sleep } from 'node:timers/promises';
import { FactoryError } from '@/backend/domain/errors';
import { findByEnvironment } from './find_by_environment';
import { type ProcessRow, readProcessTable } from './read_process_table';
import type { Run } from './run';

export type KillTreeInput = {
  /** The process at the top; null when it is gone already. */
  rootPid: number | null;
  /** Session and process group of the root: its orphans still carry it. */
  sessionLeader: number | null;
  /** A variable that only this tree has: finds children that left group and session. */
  variable: { name: string; value: string } | null;
  /** How long SIGTERM may take before SIGKILL. */
  graceMs: number;
};

/** What SIGKILL may take: a process in an uninterruptible call ends only when that call does. */
const KILL_PATIENCE_MS = 5_000;

/**
 * Ends a process and everything it ever started, and returns how many processes that were. It looks again
 * after each round, so a child forked between looking and killing is found too, and returns only when
 * nothing is left.
 */
export async function killTree(deps: { run: Run }, input: KillTreeInput): Promise<number> {
  const started = Date.now();
  const known = new Map<string, ProcessRow>();
  for (let round = 0; ; round += 1) {
    const members = await findMembers(deps, input, known);
    if (members.length === 0) return known.size;
    const elapsed = Date.now() - started;
    if (elapsed > input.graceMs + KILL_PATIENCE_MS) throw stillThere(members);
    for (const member of members) {
      const isNew = !known.has(identityOf(member));
      known.set(identityOf(member), member);
      if (elapsed >= input.graceMs) send(member.pid, 'SIGKILL');
      else if (isNew) {
        send(member.pid, 'SIGTERM');
        // A stopped process acts on SIGTERM only after it goes on.
        send(member.pid, 'SIGCONT');
      }
    }
    await sleep(Math.min(20 * (round + 1), 100));
  }
}

async function findMembers(
  deps: { run: Run },
  input: KillTreeInput,
  known: ReadonlyMap<string, ProcessRow>,
): Promise<ProcessRow[]> {
  const table = await readProcessTable(deps);
  const among = sinceItsStart(table, input, known).flatMap((row) => (row.ofKernel ? [] : [row.pid]));
  const marked = new Set(input.variable ? await findByEnvironment(deps, input.variable, among) : []);
  const rootIsNew = known.size === 0;
  const members = new Map<number, ProcessRow>();
  for (const row of table) {
    const isOurs =
      known.has(identityOf(row)) ||
      marked.has(row.pid) ||
      (rootIsNew && row.pid === input.rootPid) ||
      belongsToSession(row, input, table);
    if (isOurs) members.set(row.pid, row);
  }
  addDescendants(members, table);
  members.delete(process.pid);
  return [...members.values()];
}

/**
 * A number stays taken while a group or session uses it. So with the leader gone, its orphans can be told by
 * it; but a living process of that number that is not our root is a stranger that got the number later.
 */
function belongsToSession(row: ProcessRow, input: KillTreeInput, table: readonly ProcessRow[]): boolean {
  const leader = input.sessionLeader;
  if (leader === null || (row.sid !== leader && row.pgid !== leader)) return false;
  return input.rootPid === leader || !table.some((other) => other.pid === leader);
}

function addDescendants(members: Map<number, ProcessRow>, table: readonly ProcessRow[]): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const row of table) if (members.has(row.ppid)) members.set(row.pid, row);
  }
}

/** Nothing of a tree is older than its root: only of these is the environment asked, which costs most. */
function sinceItsStart(
  table: readonly ProcessRow[],
  input: KillTreeInput,
  known: ReadonlyMap<string, ProcessRow>,
): readonly ProcessRow[] {
  const root = [...known.values(), ...table].find((row) => row.pid === input.rootPid);
  const start = Number(root?.started);
  return Number.isNaN(start) ? table : table.filter((row) => Number(row.started) >= start);
}

function identityOf(row: ProcessRow): string {
  return `${row.pid}@${row.started}`;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone between looking and killing, or not ours to signal: the next look tells which.
  }
}

function stillThere(members: readonly ProcessRow[]): FactoryError {
  const pids = members.map((member) => member.pid);
  return new FactoryError(
    'UNAVAILABLE',
    `${pids.length} processes could not be ended: ${pids.join(', ')}.`,
    'Look at them with ps and end them by hand; one may be waiting for a disk or belong to another user.',
    { data: { pids } },
  );
}
