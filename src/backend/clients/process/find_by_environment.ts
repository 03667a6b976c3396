import { readEachProcess } from './read_each_process';
import type { Run } from './run';

type Deps = { run: Run; platform?: NodeJS.Platform };

/**
 * The processes that carry `name=value` in the environment they were started with. It finds children that
 * left their parent, process group and terminal behind. Processes of other users cannot be read and are skipped.
 */
export async function findByEnvironment(
  deps: Deps,
  variable: { name: string; value: string },
): Promise<number[]> {
  const wanted = `${variable.name}=${variable.value}`;
  if ((deps.platform ?? process.platform) === 'linux') return findInProc(wanted);
  const { stdout } = await deps.run('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], {
    env: { LC_ALL: 'C' },
  });
  return stdout.split('\n').flatMap((line) => parseEnvironmentLine(line, wanted));
}

export function parseEnvironmentLine(line: string, wanted: string): number[] {
  const [pid, ...words] = line.trim().split(/\s+/);
  return words.includes(wanted) ? [Number(pid)] : [];
}

async function findInProc(wanted: string): Promise<number[]> {
  const all = await readEachProcess('environ');
  return all.flatMap(({ pid, text }) => (text.split('\0').includes(wanted) ? [pid] : []));
}
