import { readEachEnvironment } from './read_each_process';
import type { Run } from './run';

type Deps = { run: Run; platform?: NodeJS.Platform };

/**
 * Those of some processes that carry `name=value` in the environment they were started with. It finds children that
 * left their parent, process group and terminal behind. Processes of other users cannot be read and are skipped.
 */
export async function findByEnvironment(
  deps: Deps,
  variable: { name: string; value: string },
  among: readonly number[],
): Promise<number[]> {
  const wanted = `${variable.name}=${variable.value}`;
  if ((deps.platform ?? process.platform) === 'linux') return findInProc(wanted, among);
  const { stdout } = await deps.run('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], {
    env: { LC_ALL: 'C' },
  });
  const found = stdout.split('\n').flatMap((line) => parseEnvironmentLine(line, wanted));
  return found.filter((pid) => among.includes(pid));
}

export function parseEnvironmentLine(line: string, wanted: string): number[] {
  const [pid, ...words] = line.trim().split(/\s+/);
  return words.includes(wanted) ? [Number(pid)] : [];
}

async function findInProc(wanted: string, among: readonly number[]): Promise<number[]> {
  const all = await readEachEnvironment(among);
  return all.flatMap(({ pid, text }) => (text.split('\0').includes(wanted) ? [pid] : []));
}
