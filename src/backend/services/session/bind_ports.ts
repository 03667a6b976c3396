import { composeFirstPrompt } from '@/backend/agents/prompt/compose_first_prompt';
import { composeNudge } from '@/backend/agents/prompt/compose_nudge';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Deps } from '../deps';
import { expireEscalations } from '../escalation/expire_escalations';
import type { ReconcilerPorts } from '../reconciler/ports';
import { closeDeadSession } from './close_dead_session';
import { deleteBranch } from './delete_branch';
import { deliverNext } from './deliver_next';
import { endStray } from './end_stray';
import type { FirstFolders } from './first_folder';
import { prepareWorktree } from './prepare_worktree';
import { rememberPanes } from './remember_panes';
import { removeWorktree } from './remove_worktree';
import { startSession } from './start_session';
import { stopSession } from './stop_session';

type SessionPorts = Pick<
  ReconcilerPorts,
  | 'observePanes'
  | 'recallPanes'
  | 'prepareWorktree'
  | 'removeWorktree'
  | 'deleteBranch'
  | 'startSession'
  | 'stopSession'
  | 'closeDeadSession'
  | 'endStray'
  | 'deliverNext'
  | 'expireEscalations'
  | 'composeFirstPrompt'
  | 'composeNudge'
>;

/** What the reconciler does with worktrees, sessions, messages and questions. */
export function bindSessionPorts(given: Deps): SessionPorts {
  const firstFolders: FirstFolders = new Map();
  // A power cut ends every session as well, and whatever is found afterwards is put right.
  const deps = { ...given, store: hasten(given.store), firstFolders };
  const panes = rememberPanes(deps);
  return {
    observePanes: panes.look,
    recallPanes: panes.recall,
    prepareWorktree: ({ outside, ...input }) => prepareWorktree({ ...deps, outside }, input),
    removeWorktree: ({ outside, ...input }) => removeWorktree({ ...deps, outside }, input),
    deleteBranch: (input) => deleteBranch(deps, input),
    startSession: (input) => panes.acting(() => startSession(deps, input)),
    stopSession: (input) => panes.acting(() => stopSession(deps, input)),
    closeDeadSession: (input) => panes.acting(() => closeDeadSession(deps, input)),
    endStray: (input) => panes.acting(() => endStray(deps, input)),
    deliverNext: (input) => deliverNext(deps, input),
    expireEscalations: () => expireEscalations(given),
    composeFirstPrompt: (input) => composeFirstPrompt(deps, input),
    composeNudge: (about) => composeNudge(deps, about),
  };
}
