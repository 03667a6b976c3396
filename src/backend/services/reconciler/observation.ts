import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import type { EpicFacts } from '@/backend/resource_accessors/observe/read_epics';
import type { QueuedBundle, WorkerBundle } from '@/backend/resource_accessors/observe/read_projects';
import type { AgentBundle, SessionBundle, TaskBundle } from '@/backend/resource_accessors/observe/rows';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { SystemLimits } from '@/shared/limits';
import type { MachineFacts } from './ports';

export type AgentView = {
  agent: Omit<AgentBundle, 'sessions' | 'deliveries' | 'escalations'>;
  /** The one that has not ended; at most one has not. */
  session: SessionBundle | null;
  pane: PaneFacts | null;
  /** A pane under this agent's name that belongs to no open session. */
  stray: PaneFacts | null;
  /** Whether its private folder is there; null where it was not looked for. */
  files: boolean | null;
  ended: { endedAt: Date; endReason: string | null }[];
  unseen: number;
  /** A message in line was tried so often that a person was told. */
  stuck: boolean;
  /** When the newest mail that it has seen was written to it. */
  toldAt: Date | null;
  /** Reminders put in line since anything else was. */
  nudges: Date[];
  hasQuestion: boolean;
  /** What holds of it, and the words in which that was said. */
  conditions: ReadonlyMap<string, string>;
};

export type TaskView = {
  task: Omit<TaskBundle, 'parent' | 'agents' | 'executions' | 'escalations'>;
  epic: TaskBundle['parent'];
  project: Project;
  agents: AgentView[];
  execution: TaskBundle['executions'][number] | null;
  hasQuestion: boolean;
  conditions: ReadonlyMap<string, string>;
  /** Null where it was not looked at. */
  disk: { worktree: boolean; branch: boolean | null } | null;
  /** For an epic that is not over. */
  subtasks: EpicFacts | null;
};

export type ProjectView = {
  project: Project;
  workers: WorkerBundle[];
  queued: Pick<QueuedBundle, 'taskId' | 'queuedAt' | 'task'>[];
};

export type SystemView = {
  strays: PaneFacts[];
  nextDeadline: Date | null;
  /** Ends of sessions within the window that count as crashes. */
  crashes: { agentId: string; endedAt: Date }[];
  orchestrator: boolean;
  conditions: ReadonlySet<string>;
};

/** Everything a plan is made of. Plain data: the same observation always gives the same plan. */
export type Observation = {
  at: Date;
  /** Silence and work before this moment count for nothing: nobody looked. */
  watchedSince: Date;
  serverUrl: string;
  limits: SystemLimits;
  /** Null where nothing observed could start. */
  machine: MachineFacts | null;
  tasks: TaskView[];
  projects: ProjectView[];
  merges: { epicId: string; waiting: number }[];
  system: SystemView | null;
};
