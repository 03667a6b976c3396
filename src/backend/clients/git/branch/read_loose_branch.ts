import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orNull } from '@/backend/clients/git/core/or_null';
import { isSha } from '@/backend/clients/git/core/revision';

/**
 * Where a branch is, from the file that git keeps for it and replaces in one step: a hundredth of what a process
 * costs. Null when the file does not say it (a packed ref, a symbolic one, another format): then git has to be asked.
 */
export function readLooseBranch(commonDir: string, branch: string): string | null {
  const text = orNull(() => readFileSync(join(commonDir, 'refs', 'heads', branch), 'utf8')) ?? '';
  const sha = text.endsWith('\n') ? text.slice(0, -1) : '';
  return isSha(sha) ? sha : null;
}
