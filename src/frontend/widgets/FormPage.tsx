'use client';
import type { ReactNode } from 'react';
import { useHydrated } from '@/frontend/ui/useHydrated';

/** A column of fields that is comfortable to read, with a sticky bar for its buttons. */
export function FormPage({
  onSubmit,
  children,
  buttons,
  wide = false,
}: {
  onSubmit: () => void;
  children: ReactNode;
  buttons: ReactNode;
  wide?: boolean;
}) {
  const hydrated = useHydrated();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className={`mx-auto flex flex-col px-4 pt-6 ${wide ? 'max-w-5xl' : 'max-w-2xl'}`}
    >
      {/* What is typed into the server's HTML before React knows of it would be lost with the first render. */}
      <fieldset disabled={!hydrated} className="contents">
        <div className="flex flex-col gap-5 pb-6">{children}</div>
        <div className="sticky bottom-0 flex items-center justify-end gap-2 border-t border-line bg-bg py-3">
          {buttons}
        </div>
      </fieldset>
    </form>
  );
}

/** Fields that belong together, under a heading. */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
