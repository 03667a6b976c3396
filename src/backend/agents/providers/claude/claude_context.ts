import type { Run } from '@/backend/clients/process/run';

/** What the parts of this provider share. */
export type ClaudeContext = {
  run: Run;
  /** Where this program is installed: the hook program is in its `dist`, a pinned Claude Code in its `node_modules`. */
  rootDir: string;
  /** The server's environment: where Claude Code is found, and how its owner has signed in. */
  env: Readonly<Record<string, string | undefined>>;
  clock: () => Date;
};
