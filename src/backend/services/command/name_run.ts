import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { ProcessRow } from '@/backend/clients/process/read_process_table';

/** In the environment of whatever a project's command starts. */
export const RUN_VARIABLE = 'FACTORY_RUN';

/** A run of a command: of which home, by which process, and which one. No two are ever named alike. */
export function nameRun(input: { home: string; server: string; id: string }): string {
  return [input.home, input.server, input.id].join(':');
}

/** Null for what is no name of a run. */
export function parseRun(text: string): { home: string; server: string } | null {
  const [home, server, id] = text.split(':');
  return home && server && id ? { home, server } : null;
}

/** Short, and whichever way leads to the folder, the same. */
export function nameHome(dir: string): string {
  return createHash('sha256').update(realpathSync(dir)).digest('hex').slice(0, 16);
}

/** A number is given again after a while: with the time of its start it names one process for good. */
export function nameServer({ pid, started }: Pick<ProcessRow, 'pid' | 'started'>): string {
  return `${pid}@${started.replaceAll(/[\s:]+/g, '-')}`;
}
