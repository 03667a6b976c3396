import { readEachStat } from './read_each_process';
import type { Run } from './run';

export type ProcessRow = {
  pid: number;
  ppid: number;
  pgid: number;
  /** Session id; null where the system does not tell. */
  sid: number | null;
  /** When it started, in the system's own words: with the pid it names one process for good. */
  started: string;
  /** A thread of the kernel, which nobody started. */
  ofKernel: boolean;
};

type Deps = { run: Run; platform?: NodeJS.Platform };

/** Every process that is not a zombie. */
export async function readProcessTable(deps: Deps): Promise<ProcessRow[]> {
  if ((deps.platform ?? process.platform) === 'linux') {
    return (await readEachStat()).flatMap(parseStat);
  }
  const { stdout } = await deps.run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
    env: { LC_ALL: 'C' },
  });
  return stdout.split('\n').flatMap(parsePsLine);
}

/** The program's name stands in brackets and may itself hold brackets and spaces: count from the last one. */
export function parseStat(stat: string): ProcessRow[] {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const pid = Number.parseInt(stat, 10);
  const [state, ppid, pgid, sid] = fields;
  const started = fields[19];
  const ofKernel = fields[20] === '0';
  if (Number.isNaN(pid) || started === undefined || state === 'Z' || state === 'X') return [];
  return [{ pid, ppid: Number(ppid), pgid: Number(pgid), sid: Number(sid), started, ofKernel }];
}

export function parsePsLine(line: string): ProcessRow[] {
  const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/.exec(line);
  if (!found || found[4]?.startsWith('Z')) return [];
  return [
    {
      pid: Number(found[1]),
      ppid: Number(found[2]),
      pgid: Number(found[3]),
      sid: null,
      started: found[5] ?? '',
      ofKernel: false,
    },
  ];
}
