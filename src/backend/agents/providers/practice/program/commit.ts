import type { Agent } from './agent';
import { isRebasing } from './resolve_conflicts';

/**
 * Commits whatever is there. Nothing to commit is fine: it was committed before a restart. In the middle of a rebase what is
 * there may be a conflict that nobody has resolved yet. False when it could not be committed, or there is no folder.
 */
export async function commitAll(agent: Agent, message: string): Promise<boolean> {
  if (await isRebasing(agent)) return true;
  const status = await agent.git('status', '--porcelain');
  if (status.code !== 0) return false;
  if (status.stdout.trim() === '') return true;
  const committed = await agent.use('Bash', `git commit -m "${message}"`, async () => {
    await agent.git('add', '--all');
    const result = await agent.git('commit', '--quiet', '-m', message);
    const shown = result.code === 0 ? await agent.git('show', '--stat', '--format=%h %s', 'HEAD') : result;
    return {
      ok: result.code === 0,
      text: result.code === 0 ? shown.stdout : result.stderr,
      data: undefined,
    };
  });
  return committed.ok;
}

export async function headOf(agent: Agent): Promise<string> {
  return (await agent.git('rev-parse', 'HEAD')).stdout.trim();
}
