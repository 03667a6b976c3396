import { useEffect, useRef } from 'react';
import { describeFailure } from '@/frontend/api/failure';
import { StateDot } from '@/frontend/ui/StateDot';
import { focusWrong } from './focusWrong';

type Props = { error: unknown; known?: readonly string[] };

/**
 * What the server said about a form as a whole, under its fields. Messages of single fields stand at those, and the first of
 * them gets the focus.
 */
export function FormError({ error, known = [] }: Props) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error === null || error === undefined || here.current === null) return;
    if (!focusWrong(here.current.closest('form, [role="dialog"]')))
      here.current.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (error === null || error === undefined) return null;
  const { title, next, fields } = describeFailure(error);
  if (Object.keys(fields).some((field) => known.includes(field))) return <div ref={here} hidden />;
  return (
    <div
      ref={here}
      role="alert"
      className="scroll-mb-20 flex items-start gap-2 rounded-md bg-failed-bg px-3 py-2 text-sm"
    >
      <StateDot state="failed" className="mt-[3px]" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>{title}</p>
        <p className="text-muted">{next}</p>
      </div>
    </div>
  );
}

/** The message for one field, if the failure names it. */
export function fieldError(error: unknown, field: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  const { fields, next } = describeFailure(error);
  const message = fields[field];
  return message === undefined
    ? undefined
    : `${message} ${next === 'Correct the marked fields.' ? '' : next}`.trim();
}
