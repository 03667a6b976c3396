import { z } from 'zod';
import { isOldNews } from '@/backend/domain/mail/is_old_news';
import { leftOutOf } from '@/backend/domain/task/left_out_of';
import type { LeftOut } from '@/shared/left_out';
import type { CheckState, EscalationKind } from '../generated/client';
import type { Db } from '../store/store';
import { readWaiting } from './read_waiting';

type Base = {
  /** `kind:id`, the row's own in every list. */
  key: string;
  project: { id: string; slug: string; name: string };
  title: string;
  since: Date;
  task: { id: string; title: string; isEpic: boolean } | null;
};

/** Something whose next move is the human's. */
export type InboxItem =
  | (Base & {
      kind: 'review';
      pullRequestId: string;
      /** What was on screen when a person decides: a decision about an older head is refused. */
      headSha: string;
      headBranch: string;
      baseBranch: string;
      number: number;
      changedFiles: number;
      additions: number;
      deletions: number;
      commits: number;
      check: CheckState | null;
      /** Subtasks that ended without being merged. */
      leftOut: LeftOut;
    })
  | (Base & {
      kind: 'question';
      escalationId: string;
      ask: EscalationKind;
      body: string;
      options: { value: string; label: string }[];
      defaultTo: string;
      deadline: Date;
      agentName: string | null;
    })
  | (Base & { kind: 'plan'; subtasks: number })
  | (Base & {
      kind: 'failed';
      reason: string | null;
      blocked: boolean;
      /** Its agent rests until a person has done something, and is tried again instead of the task. */
      restingAgentId: string | null;
    })
  | (Base & {
      kind: 'mail';
      mailId: string;
      threadId: string;
      from: string;
      /** The system reads no answers. */
      canReply: boolean;
      snippet: string;
      unread: boolean;
    });

const Options = z.array(z.object({ value: z.string(), label: z.string() }));

/** Everything that waits for the human, in one project or in all, the oldest of each kind first. */
export async function readInbox(db: Db, filter: { projectId?: string | undefined }): Promise<InboxItem[]> {
  const { pulls, questions, plans, stuck, resting, mails } = await readWaiting(db, filter);
  const shown = new Set([
    ...pulls.map((pull) => `completion:${pull.taskId}`),
    ...stuck.map((task) => `failure:${task.id}`),
  ]);
  const news = mails.filter((mail) => !isOldNews(mail, mails, shown));
  const names = await nameSenders(
    db,
    news.map((mail) => mail.fromAgentId),
  );
  return [
    ...pulls.map((pull): InboxItem => {
      const states = pull.checks.filter((check) => check.sha === pull.headSha).map((check) => check.state);
      const { number, headSha, headBranch, baseBranch, changedFiles, additions, deletions, commits } = pull;
      return {
        kind: 'review',
        key: `review:${pull.id}`,
        project: pull.project,
        title: pull.task.title,
        // Since when it waits; its row also changes when a merge is tried, or GitHub has seen it.
        since: pull.task.stateSince,
        task: toTask(pull.task),
        pullRequestId: pull.id,
        headSha,
        headBranch,
        baseBranch,
        number,
        changedFiles,
        additions,
        deletions,
        commits,
        check: states.find((state) => state === 'FAILED') ?? states[0] ?? null,
        leftOut: leftOutOf(pull.task.subtasks),
      };
    }),
    ...questions.map(
      (question): InboxItem => ({
        kind: 'question',
        key: `question:${question.id}`,
        project: question.project,
        title: question.title,
        since: question.createdAt,
        task: question.task === null ? null : toTask(question.task),
        escalationId: question.id,
        ask: question.kind,
        body: question.body,
        options: Options.parse(question.options),
        defaultTo: question.defaultTo,
        deadline: question.deadline,
        agentName: question.agent?.tmuxName ?? null,
      }),
    ),
    ...plans.map(
      (epic): InboxItem => ({
        kind: 'plan',
        key: `plan:${epic.id}`,
        project: epic.project,
        title: epic.title,
        since: epic.stateSince,
        task: toTask(epic),
        subtasks: epic._count.subtasks,
      }),
    ),
    ...stuck.map(
      (task): InboxItem => ({
        kind: 'failed',
        key: `failed:${task.id}`,
        project: task.project,
        title: task.title,
        since: task.stateSince,
        task: toTask(task),
        reason: task.stateReason,
        blocked: task.state === 'BLOCKED',
        restingAgentId: null,
      }),
    ),
    ...resting.map(
      ({ agentId, task, message, since }): InboxItem => ({
        kind: 'failed',
        key: `failed:${task.id}`,
        project: task.project,
        title: task.title,
        since,
        task: toTask(task),
        reason: message,
        blocked: true,
        restingAgentId: agentId,
      }),
    ),
    ...news.map(
      (mail): InboxItem => ({
        kind: 'mail',
        key: `mail:${mail.id}`,
        project: mail.project,
        title: mail.subject,
        since: mail.createdAt,
        task: null,
        mailId: mail.id,
        threadId: mail.threadId,
        from: names.get(mail.fromAgentId ?? '') ?? (mail.fromParty === 'SYSTEM' ? 'system' : 'agent'),
        canReply: mail.fromParty !== 'SYSTEM',
        snippet: mail.body.slice(0, 200),
        unread: mail.readAt === null,
      }),
    ),
  ];
}

/** Things that wait, without the mail that was read already: the number on the badge. */
export async function countInbox(db: Db): Promise<number> {
  const items = await readInbox(db, {});
  return items.filter((item) => item.kind !== 'mail' || item.unread).length;
}

function toTask(row: { id: string; title: string; parentId: string | null }) {
  return { id: row.id, title: row.title, isEpic: row.parentId === null };
}

async function nameSenders(db: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const agents = await db.client.agent.findMany({
    where: { id: { in: [...new Set(known)] } },
    select: { id: true, tmuxName: true },
  });
  return new Map(agents.map((agent) => [agent.id, agent.tmuxName]));
}
