'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Folder, FolderGit2 } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { cx } from '@/frontend/ui/cx';
import type { FieldControl } from '@/frontend/ui/Field';
import { Input } from '@/frontend/ui/Input';

/** A path with the folders it could become. ↓ and ↑ choose, Enter or Tab takes, Esc closes. */
export function FolderInput({
  field,
  value,
  onChange,
}: {
  field: FieldControl;
  value: string;
  onChange: (value: string) => void;
}) {
  const trpc = useTRPC();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const typed = useDeferredValue(value);
  const { data: folders = [] } = useQuery(
    trpc.project.suggestFolders.queryOptions({ typed }, { enabled: open, placeholderData: keepPreviousData }),
  );
  // What is typed already is no suggestion, and would hide what is said about it.
  const shown = open && folders.some(({ path }) => path !== value);

  function take(index: number): boolean {
    const folder = folders[index];
    if (!shown || folder === undefined) return false;
    onChange(folder.isRepository ? folder.path : `${folder.path}/`);
    setAt(-1);
    if (folder.isRepository) setOpen(false);
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true);
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setAt((before) => Math.max(-1, Math.min(folders.length - 1, before + by)));
    } else if (event.key === 'Enter' && at >= 0 && take(at)) {
      // taken
    } else if (event.key === 'Tab' && !event.shiftKey && at >= 0 && take(at)) {
      // taken
    } else if (event.key === 'Escape' && shown) {
      setOpen(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="relative">
      <Input
        {...field}
        mono
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder="~/code/my-app"
        spellCheck={false}
        value={value}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setOpen(true);
          setAt(-1);
          onChange(event.target.value);
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Folders"
        className={cx(
          'absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-lg bg-raised p-1 shadow-pop',
          !shown && 'hidden',
        )}
      >
        {folders.map((folder, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input that owns this list
          <div
            key={folder.path}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
            className={cx(
              'flex min-h-7 cursor-default items-center gap-2 rounded-md px-2 font-mono text-xs [&_svg]:size-4 [&_svg]:shrink-0',
              index === at ? 'bg-hover' : 'hover:bg-hover',
              !folder.isRepository && 'text-muted',
            )}
          >
            {folder.isRepository ? <FolderGit2 className="text-accent" /> : <Folder />}
            <span className="truncate">{folder.path}</span>
            {folder.isRepository ? (
              <span className="ml-auto font-sans text-muted">git repository</span>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}
