import { z } from 'zod';
import { listPullRequests } from '@/backend/resource_accessors/pull_request.accessor';
import { deleteDraft, editComment } from '@/backend/resource_accessors/review.accessor';
import { landFinalPr, listLandings, listRefusals, readLanding } from '@/backend/services/merge/land_final_pr';
import { approveTask } from '@/backend/services/review/approve_task';
import { draftComment } from '@/backend/services/review/draft_comment';
import { forceComplete } from '@/backend/services/review/force_complete';
import { getPrStatus } from '@/backend/services/review/get_pr_status';
import { listReviewQueue } from '@/backend/services/review/list_review_queue';
import { markFileViewed } from '@/backend/services/review/mark_file_viewed';
import { readFileDiff } from '@/backend/services/review/read_file_diff';
import { readPullRequest } from '@/backend/services/review/read_pull_request';
import { requestChanges } from '@/backend/services/review/request_changes';
import { Id } from '@/shared/id';
import { ChangeRequest, DraftComment, FileDiff, Judgement, Landing, ListPullRequests } from '@/shared/review';
import { procedure, router } from './trpc';

const HUMAN = { kind: 'human' } as const;

export const reviewRouter = router({
  list: procedure
    .input(ListPullRequests.prefault({}))
    .query(({ ctx, input }) => listPullRequests(ctx.deps.store, input)),
  queue: procedure
    .input(z.object({ epicId: Id }))
    .query(({ ctx, input }) => listReviewQueue(ctx.deps, input)),
  get: procedure.input(z.object({ id: Id })).query(({ ctx, input }) => readPullRequest(ctx.deps, input)),
  status: procedure.input(z.object({ taskId: Id })).query(({ ctx, input }) => getPrStatus(ctx.deps, input)),
  fileDiff: procedure.input(FileDiff).query(({ ctx, input }) => readFileDiff(ctx.deps, input)),
  markViewed: procedure
    .input(z.object({ id: Id, path: z.string().min(1).max(4096), viewed: z.boolean() }))
    .mutation(({ ctx, input }) => markFileViewed(ctx.deps, input)),
  draft: procedure.input(DraftComment).mutation(({ ctx, input }) => draftComment(ctx.deps, input)),
  editComment: procedure
    .input(
      z.object({
        commentId: Id,
        body: z.string().trim().min(1).max(50_000).optional(),
        resolved: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input: { commentId, body, resolved } }) =>
      ctx.deps.store.write((tx) =>
        editComment(tx, commentId, {
          ...(body === undefined ? {} : { body }),
          ...(resolved === undefined ? {} : { resolved }),
        }),
      ),
    ),
  deleteDraft: procedure
    .input(z.object({ commentId: Id }))
    .mutation(({ ctx, input }) => ctx.deps.store.write((tx) => deleteDraft(tx, input.commentId))),
  approve: procedure
    .input(Judgement)
    .mutation(({ ctx, input }) => approveTask(ctx.deps, { actor: HUMAN, ...input })),
  requestChanges: procedure
    .input(ChangeRequest)
    .mutation(({ ctx, input }) => requestChanges(ctx.deps, { actor: HUMAN, ...input })),
  forceComplete: procedure
    .input(z.object({ taskId: Id, reason: z.string().trim().min(1, 'Say why.').max(2000) }))
    .mutation(({ ctx, input }) => forceComplete(ctx.deps, { actor: HUMAN, ...input })),
  /** While a merge is under way: since when, whether tests run, and the end of what they print. */
  landing: procedure
    .input(z.object({ id: Id }))
    .query(({ input }) => readLanding({ pullRequestId: input.id })),
  /** All that are under way, for the inbox. */
  landings: procedure.query(() => listLandings()),
  /** Why the last tries did not merge, for as long as nobody tried again. */
  refusals: procedure.query(() => listRefusals()),
  land: procedure
    .input(Landing)
    .mutation(({ ctx, input: { id, headSha } }) =>
      landFinalPr(ctx.deps, { actor: HUMAN, pullRequestId: id, headSha }),
    ),
});
