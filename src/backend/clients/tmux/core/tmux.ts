import type { Run } from '@/backend/clients/process/run';

export type TmuxCall = {
  args: readonly string[];
  input?: string;
  cwd?: string;
  maxBytes?: number;
};

/** What every verb is given: one way to call our tmux server, and one to run other programs. */
export type Tmux = {
  call(call: TmuxCall): Promise<string>;
  run: Run;
  socketPath: string;
  configPath: string;
  /** The base environment of sessions, and which of its names this machine does not have. */
  base: { env: Record<string, string>; absent: readonly string[] };
};
