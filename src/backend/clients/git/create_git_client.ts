import { aheadBehind, isAncestor, mergeBase } from '@/backend/clients/git/branch/compare';
import { deleteBranch } from '@/backend/clients/git/branch/delete_branch';
import { ensureBranch } from '@/backend/clients/git/branch/ensure_branch';
import { listBranches } from '@/backend/clients/git/branch/list_branches';
import {
  branchExists,
  branchSha,
  headSha,
  resolveRef,
  treeOf,
} from '@/backend/clients/git/branch/resolve_ref';
import { createRef, deleteRef, updateRef } from '@/backend/clients/git/branch/update_ref';
import { createContext, type GitDeps } from '@/backend/clients/git/core/context';
import { agentGitEnv } from '@/backend/clients/git/core/environment';
import type { GitClient } from '@/backend/clients/git/git_client';
import { diff, filePatch } from '@/backend/clients/git/history/diff';
import { diffFiles, diffStat } from '@/backend/clients/git/history/diff_files';
import { log } from '@/backend/clients/git/history/log';
import { readFile, readWorktreeFile } from '@/backend/clients/git/history/read_file';
import { advanceWorktree } from '@/backend/clients/git/merge/advance_worktree';
import { checkoutIntegration } from '@/backend/clients/git/merge/checkout_integration';
import { commitTree } from '@/backend/clients/git/merge/commit_tree';
import { landRef } from '@/backend/clients/git/merge/land_ref';
import { abortRebase, continueRebase, rebase } from '@/backend/clients/git/merge/rebase';
import { settleRebase } from '@/backend/clients/git/merge/settle_rebase';
import { speculateMerge } from '@/backend/clients/git/merge/speculate_merge';
import { fetch } from '@/backend/clients/git/remote/fetch';
import { push } from '@/backend/clients/git/remote/push';
import { checkGit } from '@/backend/clients/git/repository/check_git';
import { identityEnv } from '@/backend/clients/git/repository/identity_env';
import { inspectRepository } from '@/backend/clients/git/repository/inspect_repository';
import { originUrl } from '@/backend/clients/git/repository/origin_url';
import { keepReplaced } from '@/backend/clients/git/rescue/keep_replaced';
import { listRescues } from '@/backend/clients/git/rescue/list_rescues';
import { rescueWork } from '@/backend/clients/git/rescue/rescue_work';
import { addWorktree } from '@/backend/clients/git/worktree/add_worktree';
import { clearOwnLock } from '@/backend/clients/git/worktree/clear_own_lock';
import { ensureWorktree } from '@/backend/clients/git/worktree/ensure_worktree';
import { listWorktrees } from '@/backend/clients/git/worktree/list_worktrees';
import { loggedHead } from '@/backend/clients/git/worktree/logged_head';
import { removeWorktree } from '@/backend/clients/git/worktree/remove_worktree';
import { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';

export function createGitClient(deps: GitDeps): GitClient {
  const ctx = createContext(deps);
  return {
    checkGit: () => checkGit(ctx),
    inspectRepository: (input) => inspectRepository(ctx, input),
    originUrl: (input) => originUrl(ctx, input),
    identityEnv: (input) => identityEnv(ctx, input),
    listBranches: (input) => listBranches(ctx, input),
    resolveRef: (input) => resolveRef(ctx, input),
    branchSha: (input) => branchSha(ctx, input),
    branchExists: (input) => branchExists(ctx, input),
    headSha: (input) => headSha(ctx, input),
    treeOf: (input) => treeOf(ctx, input),
    isAncestor: (input) => isAncestor(ctx, input),
    mergeBase: (input) => mergeBase(ctx, input),
    aheadBehind: (input) => aheadBehind(ctx, input),
    ensureBranch: (input) => ensureBranch(ctx, input),
    updateRef: (input) => updateRef(ctx, input),
    createRef: (input) => createRef(ctx, input),
    deleteRef: (input) => deleteRef(ctx, input),
    deleteBranch: (input) => deleteBranch(ctx, input),
    listWorktrees: (input) => listWorktrees(ctx, input),
    addWorktree: (input) => addWorktree(ctx, input),
    ensureWorktree: (input) => ensureWorktree(ctx, input),
    loggedHead,
    worktreeStatus: (input) => worktreeStatus(ctx, input),
    clearOwnLock: (input) => clearOwnLock(ctx, input),
    removeWorktree: (input) => removeWorktree(ctx, input),
    diff: (input) => diff(ctx, input),
    filePatch: (input) => filePatch(ctx, input),
    diffFiles: (input) => diffFiles(ctx, input),
    diffStat: (input) => diffStat(ctx, input),
    log: (input) => log(ctx, input),
    readFile: (input) => readFile(ctx, input),
    readWorktreeFile,
    rebase: (input) => rebase(ctx, input),
    continueRebase: (input) => continueRebase(ctx, input),
    abortRebase: (input) => abortRebase(ctx, input),
    settleRebase: (input) => settleRebase(ctx, input),
    speculateMerge: (input) => speculateMerge(ctx, input),
    commitTree: (input) => commitTree(ctx, input),
    checkoutIntegration: (input) => checkoutIntegration(ctx, input),
    advanceWorktree: (input) => advanceWorktree(ctx, input),
    landRef: (input) => landRef(ctx, input),
    push: (input) => push(ctx, input),
    fetch: (input) => fetch(ctx, input),
    keepReplaced: (input) => keepReplaced(ctx, input),
    rescueWork: (input) => rescueWork(ctx, input),
    listRescues: (input) => listRescues(ctx, input),
    agentGitEnv,
  };
}
