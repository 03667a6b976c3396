import { readEachEnvironment } from './read_each_process';
import type { Run } from './run';

type Deps = { run: Run; platform?: NodeJS.Platform };

/** What a variable was set to when each of some processes was started; those that had none are left out. */
export async function readVariable(
  deps: Deps,
  name: string,
  among: readonly number[],
): Promise<{ pid: number; value: string }[]> {
  if ((deps.platform ?? process.platform) === 'linux') {
    const all = await readEachEnvironment(among);
    return all.flatMap(({ pid, text }) => pick(pid, text.split('\0'), name));
  }
  const { stdout } = await deps.run('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], {
    env: { LC_ALL: 'C' },
  });
  return stdout.split('\n').flatMap((line) => {
    const [pid, ...words] = line.trim().split(/\s+/);
    return among.includes(Number(pid)) ? pick(Number(pid), words, name) : [];
  });
}

function pick(pid: number, words: readonly string[], name: string): { pid: number; value: string }[] {
  const found = words.find((word) => word.startsWith(`${name}=`));
  return found === undefined ? [] : [{ pid, value: found.slice(name.length + 1) }];
}
