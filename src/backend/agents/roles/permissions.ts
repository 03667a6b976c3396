import type { PermissionMode, Role } from '@/shared/agent';

/** What a role may do in its worktree without asking. Its MCP tools are decided elsewhere and always allowed. */
export type Permissions = {
  /** Change files of its own worktree. */
  edit: boolean;
  /** Everything but what is forbidden. */
  everything: boolean;
  /** Beginnings of commands: `git status` allows `git status --short`. */
  commands: readonly string[];
  /** Beginnings of commands that a person is asked about although their program is allowed. */
  asked: readonly string[];
  /** Beginnings of commands that are refused in every mode: the server does these. */
  forbidden: readonly string[];
};

const LOOK = [
  'cat',
  'cd',
  'diff',
  'echo',
  'file',
  'find',
  'git blame',
  'git branch --show-current',
  'git diff',
  'git log',
  'git ls-files',
  'git merge-base',
  'git rev-parse',
  'git show',
  'git status',
  'grep',
  'head',
  'ls',
  'pwd',
  'rg',
  'sort',
  'stat',
  'tail',
  'tree',
  'uniq',
  'wc',
  'which',
];

const COMMIT = ['git add', 'git commit', 'git mv', 'git rebase', 'git restore', 'git rm', 'mkdir', 'touch'];

/** What projects are built and tested with. It runs the project's own code, so strict asks for it. */
const BUILD = [
  'bun',
  'bundle',
  'cargo',
  'cmake',
  'cp',
  'deno',
  'dotnet',
  'go',
  'gradle',
  'jest',
  'just',
  'make',
  'mix',
  'mv',
  'mvn',
  'node',
  'npm',
  'npx',
  'pip',
  'pnpm',
  'poetry',
  'pytest',
  'python',
  'python3',
  'rake',
  'rspec',
  'ruby',
  'sed',
  'swift',
  'tsc',
  'uv',
  'vitest',
  'yarn',
];

/** What others see at once and nobody can take back. Several are no programs of a list above, but run by `npx` and its like. */
const OUTWARD = [
  'bun publish',
  'bun run deploy',
  'bun run publish',
  'bun run release',
  'cargo publish',
  'cargo release',
  'cargo yank',
  'changeset publish',
  'deno publish',
  'deno task deploy',
  'deno task publish',
  'deno task release',
  'docker image push',
  'docker push',
  'dotnet nuget push',
  'firebase deploy',
  'flit publish',
  'gem push',
  'gh pr merge',
  'gh release',
  'gh-pages',
  'gradle publish',
  'hatch publish',
  'helm push',
  'jsr publish',
  'just deploy',
  'just publish',
  'just release',
  'lerna publish',
  'make deploy',
  'make publish',
  'make release',
  'mix hex.publish',
  'mvn deploy',
  'mvn release:perform',
  'netlify deploy',
  'node --run deploy',
  'node --run publish',
  'node --run release',
  'np',
  'npm deprecate',
  'npm dist-tag',
  'npm owner',
  'npm publish',
  'npm run deploy',
  'npm run publish',
  'npm run release',
  'npm run-script deploy',
  'npm run-script publish',
  'npm run-script release',
  'npm token',
  'npm unpublish',
  'nx release',
  'ovsx publish',
  'pdm publish',
  'pnpm publish',
  'pnpm release',
  'pnpm run deploy',
  'pnpm run publish',
  'pnpm run release',
  'podman push',
  'poetry publish',
  'python -m twine',
  'python3 -m twine',
  'rake release',
  'release-it',
  'semantic-release',
  'twine upload',
  'uv publish',
  'vercel',
  'vsce publish',
  'wrangler deploy',
  'wrangler pages deploy',
  'wrangler publish',
  'yarn deploy',
  'yarn npm publish',
  'yarn publish',
  'yarn release',
  'yarn run deploy',
  'yarn run publish',
  'yarn run release',
];

/** Branches and their publication belong to the server; a session is not to end the ones beside it. */
const FORBIDDEN = [
  'git push',
  'git worktree',
  'git branch -D',
  'git branch -d',
  'git branch --delete',
  'git stash',
  'tmux',
  'sudo',
];

const EDITS: Record<Role, boolean> = {
  ORCHESTRATOR: false,
  SUPERVISOR: false,
  PLANNER: false,
  REVIEWER: false,
  WORKER: true,
  FIXER: true,
};

export function permissionsOf(role: Role, mode: PermissionMode): Permissions {
  const edit = EDITS[role];
  return {
    edit,
    everything: mode === 'bypass',
    commands: [...LOOK, ...(edit ? COMMIT : []), ...(mode === 'strict' ? [] : BUILD)],
    asked: mode === 'bypass' ? [] : OUTWARD,
    forbidden: FORBIDDEN,
  };
}
