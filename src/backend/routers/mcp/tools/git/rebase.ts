import { z } from 'zod';
import { type RebaseOutcome, rebaseTask } from '@/backend/services/worktree/rebase_task';
import { defineTool } from '../../define_tool';

export const rebaseTool = defineTool({
  server: 'git',
  name: 'rebase',
  description:
    'Put your branch on top of the newest state of its base (the epic branch). Commit everything first. On a conflict the rebase stays open in your worktree: edit the files it names, git add them, then call this with step "continue"; step "abort" gives the rebase up and puts your branch back.',
  roles: ['WORKER'],
  input: z.strictObject({ step: z.enum(['start', 'continue', 'abort']).default('start') }),
  async run({ deps, agent }, input) {
    const outcome = await rebaseTask(deps, { ...input, agentId: agent.id });
    return [sayTookBack(outcome), say(outcome)].filter((part) => part !== '').join(' ');
  },
});

function sayTookBack({ tookBack }: RebaseOutcome): string {
  if (tookBack === null) return '';
  const kept =
    tookBack.rescued === null ? '' : ` What was in your worktree then is kept under ${tookBack.rescued.ref}.`;
  return `The rebase that was open had been cut off in the middle, by a crash or a full disk, and was taken back: your branch is at ${tookBack.head ?? 'its last commit'}.${kept}`;
}

function say(outcome: RebaseOutcome): string {
  switch (outcome.status) {
    case 'current':
      return `Your branch has everything of ${outcome.onto} already. Its head is ${outcome.head}.`;
    case 'clean':
      return `Your branch is on top of ${outcome.onto} now. Its head is ${outcome.head}. Run the tests, then submit with task.create_pr.`;
    case 'conflict':
      return `The rebase onto ${outcome.onto} stopped at a conflict and stays open. Resolve these files, keeping what both sides meant:\n${outcome.files.map((file) => `- ${file}`).join('\n')}\nThen git add them and call git.rebase with step "continue", or with step "abort" to give it up.`;
    case 'cut_off':
      return 'Begin again: call git.rebase without a step.';
    case 'aborted':
      return `The rebase was given up; your branch is back at ${outcome.head ?? 'its last commit'}.${outcome.rescuedRef === null ? '' : ` What you had resolved was saved under ${outcome.rescuedRef}.`}`;
  }
}
