/** What an agent is at: what it does, and to what. Either half may stand alone. */
export type Activity = { verb: string; what: string };

/** Tools that coding agents have of their own, by the names that Claude Code gives them. */
const OWN: Record<string, string> = {
  Bash: 'running',
  BashOutput: 'waiting for a command',
  Edit: 'editing',
  MultiEdit: 'editing',
  NotebookEdit: 'editing',
  Write: 'writing',
  Read: 'reading',
  NotebookRead: 'reading',
  LS: 'listing',
  Glob: 'looking for',
  Grep: 'searching for',
  WebFetch: 'reading',
  WebSearch: 'searching the web for',
  Task: 'has a helper at',
  Agent: 'has a helper at',
  Skill: 'using a skill',
};

/** Bookkeeping whose input is nothing that people read in a line. */
const WITHOUT_WHAT = new Set(['BashOutput', 'Skill']);
const PLANNING = /^(Todo|Task(Create|Update|List|Get)|ExitPlanMode|EnterPlanMode)/;

/** The tools of the factory for which there are better words than their names. */
const OURS: Record<string, string> = {
  'task.create': 'adding the subtask',
  'task.create_pr': 'handing its work in',
  'task.get_review_queue': 'looking for work to review',
  'task.approve': 'approving work',
  'task.request_changes': 'asking for changes',
  'task.create_final_pr': 'opening the final pull request',
  'git.get_diff': 'reading a diff',
  'git.rebase': 'rebasing',
  'git.read_worktree_file': 'reading',
  'mail.send': 'writing the mail',
};
const WITH_WHAT = new Set(['task.create', 'git.read_worktree_file', 'mail.send']);

/** The way to a worktree is long, and the same for all that an agent touches. */
const WORKTREE = /\/\S*\/worktrees\/[^/\s]+\/(?:task|top-level)-\w{8}\//g;

/** In words, from the tool that an agent used last and the one thing that tells what it was about. */
export function describeTool(tool: string | null, summary: string | null): Activity | null {
  if (tool === null || tool === '') return null;
  const what = (summary ?? '').replace(WORKTREE, '');
  const [, server, name] = tool.match(/^mcp__(.+?)__(.+)$/) ?? [];
  if (server !== undefined && name !== undefined) {
    const ours = `${server}.${name}`;
    const verb = OURS[ours];
    if (verb !== undefined) return { verb, what: WITH_WHAT.has(ours) ? what : '' };
    return { verb: 'calling', what: ours };
  }
  if (PLANNING.test(tool)) return { verb: 'planning', what: '' };
  const verb = OWN[tool];
  if (verb === undefined) return { verb: `using ${tool}`, what };
  return { verb, what: WITHOUT_WHAT.has(tool) ? '' : what };
}
