export type GitCommand = {
  cwd: string;
  args: readonly string[];
  env?: Record<string, string | undefined>;
  /** More `key=value` settings for this one command. */
  config?: readonly string[];
  input?: string;
  timeoutMs?: number;
  /** Output past this is cut and the answer says `truncated`. Only for commands that change nothing. */
  maxBytes?: number;
  /** Exit codes that are an answer; any other is thrown. */
  answers?: readonly number[];
  /** Takes locks. Contention on one is waited out for a moment before it is BUSY. */
  writes?: boolean;
  /** Runs the user's hooks. */
  hooks?: boolean;
  /** Talks to another machine through a helper, which may hang after git itself was stopped. */
  network?: boolean;
  /** Speaks of commits by their ids alone and changes no ref: the same question soon after has the same answer. */
  timeless?: boolean;
  /** `cwd` may be below the top of the repository. */
  discover?: boolean;
};

export type GitAnswer = { code: number; stdout: string; stderr: string; truncated: boolean };

export type Execute = (command: GitCommand) => Promise<GitAnswer>;
