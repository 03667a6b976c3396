import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { NudgeSubject } from './actions';
import type { Outside } from './outside';

export type MachineFacts = { freeMemoryMb: number; freeDiskMb: number };

/** Why a session ended by itself: what the provider makes of its last screen. */
export type Death =
  | { kind: 'crashed'; message: string }
  | { kind: 'not_logged_in'; message: string; next: string }
  | { kind: 'usage_limit'; message: string; until: Date | null }
  | { kind: 'missing'; message: string; next: string };

/** `wait`: nothing is wrong, look again then. */
export type PortOutcome = { kind: 'done' } | { kind: 'wait'; afterMs: number };

/** Something that a person may want to be told. The same `fact` is told once, whatever happens. */
export type Fact = {
  fact: string;
  kind: string;
  projectId: string | null;
  taskId: string | null;
  title: string;
  body: string;
  /** Passes quiet hours. */
  forced: boolean;
};

/**
 * The outside world as the reconciler uses it. compose.ts binds the real functions; tests bind a world of their own.
 * Each must be safe to call again after a crash at any point inside it.
 */
export type ReconcilerPorts = {
  /** One listing of every pane that carries a marker of ours. */
  observePanes(): Promise<PaneFacts[]>;
  /** The listing before, if it still holds for these markers; for none, if nothing was started or ended since. */
  recallPanes(markers: readonly string[]): PaneFacts[] | null;
  worktreeExists(path: string): Promise<boolean>;
  /** The private folder of an agent: its program looks into it as long as it runs. */
  agentFilesExist(agentId: string): Promise<boolean>;
  /** The branches of ours in a repository: one look for all tasks of it. */
  listBranches(repoPath: string): Promise<Set<string>>;
  branchExists(input: { repo: string; branch: string }): Promise<boolean>;
  readMachine(): Promise<MachineFacts>;
  /** Ends what commands of servers that are gone have left running. */
  endLeftCommands(): Promise<number>;

  prepareWorktree(input: { taskId: string; outside?: Outside | undefined }): Promise<void>;
  /** Saves what is in the worktree and nowhere else, then removes it. The branch stays. */
  removeWorktree(input: { taskId: string; outside?: Outside | undefined }): Promise<void>;
  /** Saves what only the branch holds, then deletes it. */
  deleteBranch(input: { taskId: string }): Promise<void>;

  startSession(input: { agentId: string }): Promise<void>;
  /** The reason is what `Session.endReason` will say. */
  stopSession(input: { agentId: string; reason: string }): Promise<void>;
  closeDeadSession(input: { sessionId: string }): Promise<Death>;
  endStray(input: { name: string; marker: string }): Promise<void>;

  deliverNext(input: { agentId: string }): Promise<PortOutcome>;
  advanceMergeQueue(input: { epicId: string; outside?: Outside | undefined }): Promise<PortOutcome>;
  expireEscalations(): Promise<void>;

  /** The words an agent is given first. Read before the transaction that makes the agent. */
  composeFirstPrompt(input: { taskId: string; role: 'SUPERVISOR' | 'WORKER' }): Promise<string>;
  /** A reminder in words, or what an agent is told that was interrupted in the middle of a turn. */
  composeNudge(about: NudgeSubject | { kind: 'interrupted' }): Promise<string>;
  notify(tx: Tx, fact: Fact): Promise<void>;
};
