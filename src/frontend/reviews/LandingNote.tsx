'use client';
import type { LandingProgress } from '@/frontend/api/outputs';
import { Duration } from '@/frontend/ui/Duration';
import { StateDot } from '@/frontend/ui/StateDot';

/** That the merge runs, since when, and the end of what the tests print: minutes of it look like nothing happens. */
export function LandingNote({ landing, base }: { landing: LandingProgress; base: string }) {
  const lines = landing.logTail.trimEnd();
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p className="flex items-center gap-2">
        <StateDot state="working" />
        <span className="min-w-0 flex-1">
          {landing.testing
            ? `The tests run on the merge with ${base}. It lands when they pass.`
            : `Merging into ${base}.`}
        </span>
        <Duration since={landing.since} until={null} />
      </p>
      {lines === '' ? null : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
          tabIndex={0}
          className="flex max-h-40 flex-col-reverse overflow-auto rounded-md border border-line bg-surface px-2 py-1.5 text-xs"
        >
          <code className="whitespace-pre-wrap [overflow-wrap:anywhere]">{lines}</code>
        </pre>
      )}
    </div>
  );
}
