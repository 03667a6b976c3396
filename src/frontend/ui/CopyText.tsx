'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from './cx';
import { toast } from './toastStore';

/** Mono text that copies itself: ids by their first eight characters, branches and paths in full. */
export function CopyText({
  text,
  show = text,
  label = 'Copy',
  className,
}: {
  text: string;
  show?: string;
  label?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1200);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <button
      type="button"
      title={`${label}: ${text}`}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        void copy(text).then(setCopied);
      }}
      className={cx(
        'group inline-flex max-w-full items-center gap-1 rounded-sm font-mono text-xs text-muted transition-colors hover:text-text',
        className,
      )}
    >
      <span className="truncate">{show}</span>
      {copied ? (
        <Check aria-hidden className="size-3 shrink-0 text-done" />
      ) : (
        <Copy
          aria-hidden
          className="size-3 shrink-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      )}
      <span aria-live="polite" className="sr-only">
        {copied ? 'copied' : ''}
      </span>
    </button>
  );
}

export function CopyId({ id }: { id: string }) {
  return <CopyText text={id} show={id.slice(0, 8)} label="Copy id" />;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard needs a secure context; over plain http from another machine there is none.
    toast({ tone: 'failed', title: 'The browser refused the clipboard.', body: `Copy it by hand: ${text}` });
    return false;
  }
}
