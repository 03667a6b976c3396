import type { aheadBehind, isAncestor, mergeBase } from '@/backend/clients/git/branch/compare';
import type { deleteBranch } from '@/backend/clients/git/branch/delete_branch';
import type { ensureBranch } from '@/backend/clients/git/branch/ensure_branch';
import type { listBranches } from '@/backend/clients/git/branch/list_branches';
import type {
  branchExists,
  branchSha,
  headSha,
  resolveRef,
  treeOf,
} from '@/backend/clients/git/branch/resolve_ref';
import type { createRef, deleteRef, updateRef } from '@/backend/clients/git/branch/update_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import type { agentGitEnv } from '@/backend/clients/git/core/environment';
import type { diff, filePatch } from '@/backend/clients/git/history/diff';
import type { diffFiles, diffStat } from '@/backend/clients/git/history/diff_files';
import type { log } from '@/backend/clients/git/history/log';
import type { readFile, readWorktreeFile } from '@/backend/clients/git/history/read_file';
import type { advanceWorktree } from '@/backend/clients/git/merge/advance_worktree';
import type { checkoutIntegration } from '@/backend/clients/git/merge/checkout_integration';
import type { commitTree } from '@/backend/clients/git/merge/commit_tree';
import type { landRef } from '@/backend/clients/git/merge/land_ref';
import type { abortRebase, continueRebase, rebase } from '@/backend/clients/git/merge/rebase';
import type { settleRebase } from '@/backend/clients/git/merge/settle_rebase';
import type { speculateMerge } from '@/backend/clients/git/merge/speculate_merge';
import type { fetch } from '@/backend/clients/git/remote/fetch';
import type { push } from '@/backend/clients/git/remote/push';
import type { checkGit } from '@/backend/clients/git/repository/check_git';
import type { identityEnv } from '@/backend/clients/git/repository/identity_env';
import type { inspectRepository } from '@/backend/clients/git/repository/inspect_repository';
import type { originUrl } from '@/backend/clients/git/repository/origin_url';
import type { keepReplaced } from '@/backend/clients/git/rescue/keep_replaced';
import type { listRescues } from '@/backend/clients/git/rescue/list_rescues';
import type { rescueWork } from '@/backend/clients/git/rescue/rescue_work';
import type { addWorktree } from '@/backend/clients/git/worktree/add_worktree';
import type { clearOwnLock } from '@/backend/clients/git/worktree/clear_own_lock';
import type { ensureWorktree } from '@/backend/clients/git/worktree/ensure_worktree';
import type { listWorktrees } from '@/backend/clients/git/worktree/list_worktrees';
import type { loggedHead } from '@/backend/clients/git/worktree/logged_head';
import type { removeWorktree } from '@/backend/clients/git/worktree/remove_worktree';
import type { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';

/** A verb without its first argument, which the client supplies. */
type Bound<Verb> = Verb extends (ctx: GitContext, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** Everything we do with git. Paths are absolute; revisions are full ids or plain names, never expressions. */
export type GitClient = {
  checkGit: Bound<typeof checkGit>;
  inspectRepository: Bound<typeof inspectRepository>;
  originUrl: Bound<typeof originUrl>;
  identityEnv: Bound<typeof identityEnv>;
  listBranches: Bound<typeof listBranches>;
  resolveRef: Bound<typeof resolveRef>;
  branchSha: Bound<typeof branchSha>;
  branchExists: Bound<typeof branchExists>;
  headSha: Bound<typeof headSha>;
  treeOf: Bound<typeof treeOf>;
  isAncestor: Bound<typeof isAncestor>;
  mergeBase: Bound<typeof mergeBase>;
  aheadBehind: Bound<typeof aheadBehind>;
  ensureBranch: Bound<typeof ensureBranch>;
  updateRef: Bound<typeof updateRef>;
  createRef: Bound<typeof createRef>;
  deleteRef: Bound<typeof deleteRef>;
  deleteBranch: Bound<typeof deleteBranch>;
  listWorktrees: Bound<typeof listWorktrees>;
  addWorktree: Bound<typeof addWorktree>;
  ensureWorktree: Bound<typeof ensureWorktree>;
  loggedHead: typeof loggedHead;
  worktreeStatus: Bound<typeof worktreeStatus>;
  clearOwnLock: Bound<typeof clearOwnLock>;
  removeWorktree: Bound<typeof removeWorktree>;
  diff: Bound<typeof diff>;
  filePatch: Bound<typeof filePatch>;
  diffFiles: Bound<typeof diffFiles>;
  diffStat: Bound<typeof diffStat>;
  log: Bound<typeof log>;
  readFile: Bound<typeof readFile>;
  readWorktreeFile: typeof readWorktreeFile;
  rebase: Bound<typeof rebase>;
  continueRebase: Bound<typeof continueRebase>;
  abortRebase: Bound<typeof abortRebase>;
  settleRebase: Bound<typeof settleRebase>;
  speculateMerge: Bound<typeof speculateMerge>;
  commitTree: Bound<typeof commitTree>;
  checkoutIntegration: Bound<typeof checkoutIntegration>;
  advanceWorktree: Bound<typeof advanceWorktree>;
  landRef: Bound<typeof landRef>;
  push: Bound<typeof push>;
  fetch: Bound<typeof fetch>;
  keepReplaced: Bound<typeof keepReplaced>;
  rescueWork: Bound<typeof rescueWork>;
  listRescues: Bound<typeof listRescues>;
  agentGitEnv: typeof agentGitEnv;
};
