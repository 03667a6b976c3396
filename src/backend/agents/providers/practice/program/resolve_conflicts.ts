import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from './agent';

const MOST_COMMITS = 100;
const CONFLICT = /<{7}[^\n]*\n([\s\S]*?)(?:\|{7}[^\n]*\n[\s\S]*?)?={7}\n([\s\S]*?)>{7}[^\n]*(?:\n|$)/g;

/** Goes through an open rebase commit by commit and keeps what both sides wrote. */
export async function resolveConflicts(agent: Agent): Promise<void> {
  for (let commit = 0; commit < MOST_COMMITS && (await isRebasing(agent)); commit += 1) {
    const files = await conflictedFiles(agent);
    await agent.use('Edit', `keep both sides of ${files.join(', ') || 'nothing'}`, async () => {
      for (const file of files) await keepBoth(agent, file);
      const { code, stderr } = await agent.git('add', '--all', '--sparse');
      return { ok: code === 0, text: stderr, data: undefined };
    });
    const result = await agent.call('git.rebase', { step: 'continue' }, 'goes on');
    if (!result.ok) return;
  }
}

/** Not by REBASE_HEAD, which git may leave there when all is done. */
export async function isRebasing(agent: Agent): Promise<boolean> {
  const { code, stdout } = await agent.git('rev-parse', '--git-path', 'rebase-merge');
  return code === 0 && existsSync(path.resolve(agent.config.worktree, stdout.trim()));
}

async function conflictedFiles(agent: Agent): Promise<string[]> {
  const listed = await agent.git('diff', '--name-only', '--diff-filter=U', '-z');
  return listed.stdout.split('\0').filter((file) => file !== '');
}

async function keepBoth(agent: Agent, file: string): Promise<void> {
  const target = path.join(agent.config.worktree, file);
  const text = await readFile(target, 'utf8').catch(() => null);
  if (text === null) return;
  await writeFile(
    target,
    text.replace(CONFLICT, (_all, theirs: string, mine: string) => theirs + mine),
  );
}
