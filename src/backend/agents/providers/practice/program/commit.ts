import type { Agent } from './agent';

/** Commits whatever is there. Nothing to commit is fine: it was committed before a restart. */
export async function commitAll(agent: Agent, message: string): Promise<void> {
  const status = await agent.git('status', '--porcelain');
  if (status.stdout.trim() === '') return;
  await agent.use('Bash', `git commit -m "${message}"`, async () => {
    await agent.git('add', '--all');
    const result = await agent.git('commit', '--quiet', '-m', message);
    const shown = result.code === 0 ? await agent.git('show', '--stat', '--format=%h %s', 'HEAD') : result;
    return {
      ok: result.code === 0,
      text: result.code === 0 ? shown.stdout : result.stderr,
      data: undefined,
    };
  });
}

export async function headOf(agent: Agent): Promise<string> {
  return (await agent.git('rev-parse', 'HEAD')).stdout.trim();
}
