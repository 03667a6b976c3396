import type { Planned } from '../actions';
import type { Observation } from '../observation';
import { agentStates } from './agent_states';
import { conditions } from './conditions';
import { dependencies } from './dependencies';
import { detectCrashes } from './detect_crashes';
import { holds } from './holds';
import { leafTasks } from './leaf_tasks';
import { limits } from './limits';
import { mergeQueue } from './merge_queue';
import { orphans } from './orphans';
import { progress } from './progress';
import { slots } from './slots';
import { topLevelTasks } from './top_level_tasks';
import { worktrees } from './worktrees';

/** In this order: what an earlier phase wants is done first. */
export const PHASES: readonly ((o: Observation) => Planned[])[] = [
  detectCrashes,
  topLevelTasks,
  leafTasks,
  slots,
  worktrees,
  agentStates,
  progress,
  dependencies,
  mergeQueue,
  limits,
  conditions,
  orphans,
  holds,
];
