import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import {
  getPullRequest,
  type PullRequest,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import { addReview, sendDrafts } from '@/backend/resource_accessors/review.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';
import { putAwayNews } from '../mail/put_away_news';
import { removeIntegrationFolder } from './integration_folder';

/** The work is in. Written once, whoever notices first: the click that merged it, or the look at GitHub. */
export async function finishFinal(
  deps: Pick<Deps, 'store' | 'newId' | 'notify' | 'git' | 'home' | 'log'>,
  input: { pullRequest: PullRequest; mergedSha: string; by: 'human' | 'system' },
): Promise<{ pullRequest: PullRequest; task: Task }> {
  const { mergedSha, by } = input;
  const project = await getProject(deps.store, input.pullRequest.projectId);
  const isHere = await hasCommit(deps, { project, branch: input.pullRequest.baseBranch, sha: mergedSha });
  const finished = await deps.store.write(async (tx) => {
    const before = await getPullRequest(tx, input.pullRequest.id);
    const task = await getTask(tx, before.taskId);
    if (before.state === 'MERGED') return { pullRequest: before, task };
    if (by === 'human') {
      const reviewId = deps.newId();
      await addReview(tx, {
        id: reviewId,
        pullRequestId: before.id,
        party: 'HUMAN',
        agentId: null,
        verdict: 'APPROVED',
        sha: before.headSha,
        body: '',
      });
      await sendDrafts(tx, { pullRequestId: before.id, reviewId });
    }
    const pullRequest = await updatePullRequest(tx, before.id, {
      state: 'MERGED',
      mergedSha,
      conflictFiles: [],
      mirrorPending: false,
    });
    const ended =
      task.state === 'REVIEW' || task.state === 'IN_PROGRESS'
        ? await transitionTask(tx, { id: task.id, to: 'COMPLETED', actor: by, reason: 'merged' })
        : task;
    await putAwayNews(tx, task.id);
    // What they did themselves is no mail to be done with, unless something is left to do.
    if (by === 'system' || !isHere) {
      await postMail(tx, deps.newId, {
        projectId: task.projectId,
        taskId: task.id,
        kind: 'completion',
        from: { party: 'SYSTEM' },
        to: { party: 'HUMAN' },
        subject: `“${task.title}” is merged (#${pullRequest.number})`,
        body: isHere
          ? `It is in ${pullRequest.baseBranch} as ${mergedSha}.`
          : `It is in ${pullRequest.baseBranch} on GitHub as ${mergedSha}. Your own ${pullRequest.baseBranch} does not have it yet. A new epic begins from the one on GitHub as long as yours has no commits of its own; to bring yours up to date: git -C ${project.repoPath} pull`,
      });
    }
    await deps.notify(tx, {
      fact: `merged:${pullRequest.id}`,
      kind: 'merged',
      projectId: task.projectId,
      taskId: task.id,
      title: `${task.title} is merged`,
      body: `Pull request #${pullRequest.number} is in ${pullRequest.baseBranch}.`,
      forced: false,
    });
    return { pullRequest, task: ended };
  });
  await removeIntegrationFolder(deps, { epic: finished.task, project }).catch((thrown: unknown) =>
    deps.log.warn({ err: thrown }, 'the folder in which merges were tested was not removed'),
  );
  return finished;
}

/** What was merged on GitHub reaches the owner's branch when they pull: nothing here moves it for them. */
async function hasCommit(
  deps: Pick<Deps, 'git'>,
  { project, branch, sha }: { project: Project; branch: string; sha: string },
): Promise<boolean> {
  const repo = project.repoPath;
  const [head, known] = await Promise.all([
    deps.git.branchSha({ repo, branch }),
    deps.git.resolveRef({ repo, ref: sha }).catch(() => null),
  ]);
  return head !== null && known !== null && deps.git.isAncestor({ repo, ancestor: known, descendant: head });
}
