'use client';
import { type ReactNode, useState } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Field } from './Field';
import { Input } from './Input';

const focused = { 'data-autofocus': true };

/**
 * For what cannot be undone. Says what will happen; the button repeats the verb. `typeToConfirm` asks for
 * a word where a mistake would cost work. Enter alone never does what is dangerous.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  verb,
  danger = false,
  busy = false,
  typeToConfirm,
  onConfirm,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  body: ReactNode;
  verb: string;
  danger?: boolean;
  busy?: boolean;
  typeToConfirm?: string;
  onConfirm: () => void;
}) {
  const [typed, setTyped] = useState('');
  const ready = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        onOpenChange(next);
      }}
      title={title}
      width="max-w-md"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} {...(danger ? focused : {})}>
            Keep it as it is
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!ready}
            onClick={onConfirm}
            {...(danger ? {} : focused)}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-muted">
        <div>{body}</div>
        {typeToConfirm === undefined ? null : (
          <Field label={`Type ${typeToConfirm} to go on`}>
            {(field) => <Input {...field} value={typed} onChange={(e) => setTyped(e.target.value)} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
