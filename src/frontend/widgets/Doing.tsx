import type { Activity } from '@/shared/describe_tool';

/** What an agent is at: the verb in words, what it is about as code. */
export function Doing({ doing: { verb, what } }: { doing: Activity }) {
  return (
    <span className="min-w-0 truncate" title={`${verb} ${what}`.trim()}>
      {verb}
      {what === '' ? null : (
        <>
          {' '}
          <code>{what}</code>
        </>
      )}
    </span>
  );
}
