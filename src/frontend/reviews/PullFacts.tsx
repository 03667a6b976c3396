'use client';
import type { PullDetail } from '@/frontend/api/outputs';
import { formatDuration } from '@/frontend/format/duration';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { CopyText } from '@/frontend/ui/CopyText';
import { Facts } from '@/frontend/ui/Facts';
import { Markdown } from '@/frontend/ui/Markdown';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateBadge } from '@/frontend/ui/StateBadge';
import type { Look } from '@/frontend/ui/state';
import { pullLook } from './pullLook';

const checkLook: Record<PullDetail['checks'][number]['state'], Look> = {
  PENDING: { state: 'working', word: 'running' },
  PASSED: { state: 'done', word: 'passed' },
  FAILED: { state: 'failed', word: 'failed' },
  SKIPPED: { state: 'idle', word: 'skipped' },
};
const SAID_BY: Record<PullDetail['reviews'][number]['party'], string> = {
  HUMAN: 'you',
  AGENT: 'the supervisor',
  SYSTEM: 'on GitHub',
};

const verdictLook: Record<PullDetail['reviews'][number]['verdict'], Look> = {
  APPROVED: { state: 'done', word: 'approved' },
  CHANGES_REQUESTED: { state: 'review', word: 'asked for changes' },
  COMMENTED: { state: 'idle', word: 'commented' },
};

/** What the change is, what was checked, who said what about it. */
export function PullFacts({ detail, slug }: { detail: PullDetail; slug: string }) {
  const { pullRequest: pull, task } = detail;
  const isEpic = task.parentId === null;
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      <Facts
        facts={[
          ['State', <StateBadge key="state" {...pullLook[pull.state]} />],
          [
            isEpic ? 'Epic' : 'Task',
            <AppLink
              key="task"
              className="text-accent hover:underline"
              href={isEpic ? paths.epic(slug, task.id) : paths.task(slug, task.id)}
            >
              {task.title}
            </AppLink>,
          ],
          ['From', <CopyText key="from" text={pull.headBranch} />],
          ['Into', <CopyText key="into" text={pull.baseBranch} />],
          ['Head', <CopyText key="head" text={pull.headSha} show={pull.headSha.slice(0, 8)} />],
          [
            'On GitHub',
            pull.forgeUrl === null ? null : (
              <GithubLink key="forge" url={pull.forgeUrl} number={pull.forgeNumber} />
            ),
          ],
        ]}
      />
      <Part title="Checks">
        {detail.checks.length === 0 ? (
          <p className="text-muted">No test command is set, so nothing was run.</p>
        ) : null}
        {detail.checks.toReversed().map((check) => (
          <details key={check.id} className="rounded-md border border-line">
            <summary className="flex cursor-pointer items-center gap-2 px-2 py-1.5">
              <StateBadge {...checkLook[check.state]} quiet />
              <span className="min-w-0 flex-1 truncate">
                {check.name} <span className="font-mono text-xs text-muted">{check.sha.slice(0, 8)}</span>
              </span>
              <span className="tabular text-xs text-muted">
                {check.durationMs === null ? '' : formatDuration(check.durationMs)}
              </span>
            </summary>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
              tabIndex={0}
              className="max-h-72 overflow-auto whitespace-pre-wrap border-t border-line bg-bg px-2 py-1.5 text-xs [overflow-wrap:anywhere]"
            >
              {check.command === null ? '' : `$ ${check.command}\n`}
              {check.logTail === '' ? 'It printed nothing.' : check.logTail}
            </pre>
          </details>
        ))}
      </Part>
      {pull.body.trim() === '' ? null : (
        <Part title="Description">
          <Markdown text={pull.body} />
        </Part>
      )}
      {detail.reviews.length === 0 ? null : (
        <Part title="Reviews">
          {detail.reviews.map((review) => (
            <div key={review.id} className="border-l-2 border-line pl-2">
              <p className="flex items-center gap-2 text-xs text-muted">
                <StateBadge {...verdictLook[review.verdict]} quiet />
                {SAID_BY[review.party]}
                <RelativeTime at={review.createdAt} className="ml-auto" />
              </p>
              {review.body === '' ? null : <Markdown text={review.body} />}
            </div>
          ))}
        </Part>
      )}
      <Part title={`Commits (${detail.commits.length})`}>
        <ul className="flex flex-col gap-1">
          {detail.commits.map((commit) => (
            <li key={commit.sha} className="flex items-baseline gap-2">
              <CopyText text={commit.sha} show={commit.sha.slice(0, 8)} />
              <span className="min-w-0 flex-1 truncate" title={commit.subject}>
                {commit.subject}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function GithubLink({ url, number }: { url: string; number: number | null }) {
  return (
    <a className="text-accent hover:underline" href={url} target="_blank" rel="noopener noreferrer">
      {number === null ? 'open' : `#${number}`}
    </a>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}
