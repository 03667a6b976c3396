import type { Role } from '@/shared/agent';

const BRANCH_PREFIX = 'factoryfactory/';
const RESCUE_PREFIX = 'refs/factoryfactory/rescue/';

/** The first eight characters. Ids are random, so these alone tell two of them apart. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** Branch and worktree of a task. Made once, stored on the row, read back everywhere. */
export function nameTask(input: { id: string; isEpic: boolean; worktreesDir: string }): {
  branchName: string;
  worktreePath: string;
} {
  const leaf = `${input.isEpic ? 'top-level' : 'task'}-${shortId(input.id)}`;
  return { branchName: `${BRANCH_PREFIX}${leaf}`, worktreePath: `${input.worktreesDir}/${leaf}` };
}

/** The tmux session of an agent, which is also the name that people see. */
export function nameAgent(input: { id: string; role: Role }): string {
  return `${input.role.toLowerCase()}-${shortId(input.id)}`;
}

export function rescueRef(input: { taskId: string; at: Date }): string {
  return `${RESCUE_PREFIX}${input.taskId}/${input.at.toISOString().replace(/[:.]/g, '-')}`;
}

export function isOurBranch(branch: string): boolean {
  return branch.startsWith(BRANCH_PREFIX);
}

/** A name for addresses: lower case, words joined by dashes, never empty, never one of `taken`. */
export function slugify(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize('NFKD')
      .replace(/\p{Diacritic}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'project';
  if (!taken.has(base) && !RESERVED_SLUGS.has(base)) return base;
  for (let n = 2; ; n++) {
    const candidate = `${base}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Addresses under /projects that are pages of ours. */
const RESERVED_SLUGS = new Set(['new']);
