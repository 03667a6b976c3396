import type { Tool } from '../define_tool';
import { getStatusTool } from './agent/get_status';
import { getTaskTool } from './agent/get_task';
import { getTopLevelTaskTool } from './agent/get_top_level_task';
import { getDiffTool } from './git/get_diff';
import { logTool } from './git/log';
import { readWorktreeFileTool } from './git/read_worktree_file';
import { rebaseTool } from './git/rebase';
import { listInboxTool } from './mail/list_inbox';
import { readTool } from './mail/read';
import { replyTool } from './mail/reply';
import { sendTool } from './mail/send';
import { logDecisionTool } from './system/log_decision';
import { addDependencyTool } from './task/add_dependency';
import { approveTool } from './task/approve';
import { cancelTool } from './task/cancel';
import { createTool } from './task/create';
import { createFinalPrTool } from './task/create_final_pr';
import { createPrTool } from './task/create_pr';
import { forceCompleteTool } from './task/force_complete';
import { getPrStatusTool } from './task/get_pr_status';
import { getReviewQueueTool } from './task/get_review_queue';
import { listTool } from './task/list';
import { requestChangesTool } from './task/request_changes';
import { retryTool } from './task/retry';
import { updateStateTool } from './task/update_state';

/** Every tool there is, in the order that prompts list them. */
export const TOOLS: readonly Tool[] = [
  getTaskTool,
  getTopLevelTaskTool,
  getStatusTool,
  createTool,
  listTool,
  addDependencyTool,
  getReviewQueueTool,
  approveTool,
  requestChangesTool,
  retryTool,
  cancelTool,
  forceCompleteTool,
  createFinalPrTool,
  updateStateTool,
  createPrTool,
  getPrStatusTool,
  getDiffTool,
  logTool,
  readWorktreeFileTool,
  rebaseTool,
  sendTool,
  listInboxTool,
  readTool,
  replyTool,
  logDecisionTool,
];
