'use client';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a control needs so that its label, hint and error are announced with it. */
export type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** Label above, hint or error below. The error takes the hint's place, so nothing jumps. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional ? <span className="font-normal text-muted"> · optional</span> : null}
      </label>
      {children({
        id,
        ...(note === undefined ? {} : { 'aria-describedby': noteId }),
        ...(error === undefined ? {} : { 'aria-invalid': true }),
      })}
      {note === undefined ? null : (
        <p
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={`flex items-start gap-1 text-xs ${error === undefined ? 'text-muted' : 'text-failed'}`}
        >
          {error === undefined ? null : <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}
