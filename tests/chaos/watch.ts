import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type House, processesOf } from './house';

const LOOK_EVERY_MS = 250;

export type Watch = {
  /** Every commit that ever was the head of a branch of ours. */
  commits: ReadonlySet<string>;
  violations: readonly string[];
  stop(): Promise<void>;
};

/** Looks on while things happen: what must hold at every moment, and what must not be lost later. */
export function startWatch(house: House): Watch {
  const commits = new Set<string>();
  const violations = new Set<string>();
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await noteCommits(house.repo, commits);
      for (const violation of await findDoubles(house)) violations.add(violation);
      await sleep(LOOK_EVERY_MS);
    }
    await noteCommits(house.repo, commits);
  })();
  return {
    commits,
    get violations() {
      return [...violations];
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** The agents that run, as the process table has them. */
export async function agentProcesses(house: House): Promise<{ pid: number; agentId: string }[]> {
  const agents = path.join(house.home, 'agents');
  const running = await processesOf(agents, ['cmdline']);
  return running
    .flatMap(({ pid, argv }) => {
      const config = argv[2] ?? '';
      const isAgent = argv[1]?.endsWith('practice.mjs') && config.startsWith(agents);
      return isAgent ? [{ pid, agentId: path.basename(path.dirname(config)) }] : [];
    })
    .sort((a, b) => a.agentId.localeCompare(b.agentId) || a.pid - b.pid);
}

async function findDoubles(house: House): Promise<string[]> {
  const first = await agentProcesses(house);
  // A program that starts another looks like two of itself for a moment. Asked before the second look: whoever is there
  // in that too had not died meanwhile, and was still the parent of what it had started.
  const parents = new Map(
    await Promise.all(first.map(async ({ pid }) => [pid, await parentOf(pid)] as const)),
  );
  // A look takes a while: who is there in two of them was there at the same time as the others of the first.
  const still = new Set((await agentProcesses(house)).map(({ pid }) => pid));
  const pids = new Set(first.map(({ pid }) => pid));
  const running = first.filter(({ pid }) => {
    const parent = parents.get(pid) ?? null;
    return still.has(pid) && parent !== null && !pids.has(parent);
  });
  const ids = [...new Set(running.map(({ agentId }) => agentId))];
  const { client } = house.deps.store;
  const [agents, open] = await Promise.all([
    client.agent.findMany({ where: { id: { in: ids } }, select: { id: true, taskId: true, role: true } }),
    client.session.findMany({ where: { endedAt: null }, select: { agentId: true } }),
  ]);
  const live = await client.agent.findMany({
    where: { retiredAt: null, taskId: { not: null } },
    select: { taskId: true, role: true },
  });
  const places = new Map(agents.map(({ id, taskId, role }) => [id, `${role} of task ${taskId}`]));
  return [
    ...doubles(running.map(({ agentId }) => places.get(agentId) ?? agentId)).map(
      (place) => `two processes at once: ${place} (${family(running, parents)})`,
    ),
    ...doubles(open.map(({ agentId }) => agentId)).map((id) => `two open sessions at once: agent ${id}`),
    ...doubles(live.map(({ taskId, role }) => `${role} of task ${taskId}`)).map(
      (place) => `two agents in service at once: ${place}`,
    ),
    ...doubles(await branchesOfWorktrees(house.repo)).map((branch) => `two worktrees at once: ${branch}`),
  ];
}

/** From the files that `git worktree list` reads, which a look four times a second need not start a program for. */
async function branchesOfWorktrees(repo: string): Promise<string[]> {
  const dir = path.join(repo, '.git', 'worktrees');
  const names = await readdir(dir).catch(() => []);
  const heads = await Promise.all(
    names.map(async (name) => {
      const place = (await readFile(path.join(dir, name, 'gitdir'), 'utf8').catch(() => '')).trim();
      const there = place !== '' && (await stat(place).catch(() => null)) !== null;
      return there ? readFile(path.join(dir, name, 'HEAD'), 'utf8').catch(() => '') : '';
    }),
  );
  return heads.flatMap((head) => (head.startsWith('ref: ') ? [head.slice(5).trim()] : []));
}

async function parentOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : null;
}

/** Each process with the one that started it, for whoever has to find out how that came about. */
function family(
  running: readonly { pid: number; agentId: string }[],
  parents: ReadonlyMap<number, number | null>,
): string {
  return running.map(({ pid, agentId }) => `${agentId}: ${pid} of ${parents.get(pid)}`).join(', ');
}

function doubles(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, n) => names.indexOf(name) !== n))];
}

/** Git's own diary of the branches has every value they had, also between two looks. */
async function noteCommits(repo: string, commits: Set<string>): Promise<void> {
  const dir = path.join(repo, '.git', 'logs', 'refs', 'heads', 'factoryfactory');
  for (const name of await readdir(dir).catch(() => [])) {
    const diary = await readFile(path.join(dir, name), 'utf8').catch(() => '');
    for (const line of diary.split('\n')) {
      const sha = line.split(' ')[1];
      if (sha !== undefined && /^[0-9a-f]{40}$/.test(sha) && !/^0+$/.test(sha)) commits.add(sha);
    }
  }
}
