import type { Agent } from './agent';
import { isRebasing } from './resolve_conflicts';

/** `mayPass`: nothing is wrong with the work, so a moment later it may be taken. */
export type Committed = { ok: true } | { ok: false; why: string; mayPass: boolean };

const DONE: Committed = { ok: true };

/**
 * Commits whatever is there. Nothing to commit is fine: it was committed before a restart. In the middle of a rebase what is
 * there may be a conflict that nobody has resolved yet. Not ok when it could not be committed, or there is no folder.
 */
export async function commitAll(agent: Agent, message: string): Promise<Committed> {
  if (await isRebasing(agent)) return DONE;
  const status = await agent.git('status', '--porcelain', '--untracked-files=normal');
  if (status.code !== 0) return { ok: false, why: status.stderr.trim(), mayPass: true };
  if (status.stdout.trim() === '') return DONE;
  const committed = await agent.use('Bash', `git commit -m "${message}"`, async () => {
    // Also what lies outside of a sparse checkout, which a worktree has from the user's own.
    const added = await agent.git('add', '--all', '--sparse');
    const result = added.code === 0 ? await agent.git('commit', '--quiet', '-m', message) : added;
    const shown = result.code === 0 ? await agent.git('show', '--stat', '--format=%h %s', 'HEAD') : result;
    return {
      ok: result.code === 0,
      text: result.code === 0 ? shown.stdout : result.stderr || result.stdout,
      data: undefined,
    };
  });
  if (committed.ok) return DONE;
  return {
    ok: false,
    why: committed.text.trim(),
    mayPass: /\.lock'|not a git repository/.test(committed.text),
  };
}

export async function headOf(agent: Agent): Promise<string> {
  return (await agent.git('rev-parse', 'HEAD')).stdout.trim();
}
