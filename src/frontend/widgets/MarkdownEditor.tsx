'use client';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { cx } from '@/frontend/ui/cx';
import type { FieldControl } from '@/frontend/ui/Field';
import { Markdown } from '@/frontend/ui/Markdown';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { Textarea } from '@/frontend/ui/Textarea';
import { readTextFiles } from './readTextFiles';

/** Markdown with a preview. Text files can be dropped or pasted in; what is not text is named and left out. */
export function MarkdownEditor({
  field,
  value,
  onChange,
  placeholder,
  minHeight = 'min-h-32',
}: {
  field: FieldControl;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  minHeight?: string;
}) {
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState('');
  const latest = useRef(value);
  latest.current = value;

  async function take(files: readonly File[]): Promise<void> {
    const { text, refused: names } = await readTextFiles(files);
    if (text !== '') onChange(latest.current === '' ? text : `${latest.current.trimEnd()}\n\n${text}`);
    setRefused(
      names.length === 0 ? '' : `Left out, because they are not text or too large: ${names.join(', ')}.`,
    );
  }
  function onDrop(event: DragEvent): void {
    setOver(false);
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  }
  function onPaste(event: ClipboardEvent): void {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void take([...event.clipboardData.files]);
  }

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <SegmentedControl
          label="Write or preview"
          value={mode}
          onChange={setMode}
          segments={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
        <span className="text-xs text-muted max-md:hidden">Markdown. Drop or paste text files.</span>
      </div>
      {mode === 'write' ? (
        <Textarea
          {...field}
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          onPaste={onPaste}
          onDrop={onDrop}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          className={cx(minHeight, over && 'border-accent bg-selected')}
        />
      ) : (
        <section
          aria-label="Preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
          tabIndex={0}
          className={cx('max-h-[50vh] overflow-y-auto rounded-md border border-line px-3 py-2', minHeight)}
        >
          {value.trim() === '' ? (
            <p className="text-muted">Nothing to preview.</p>
          ) : (
            <Markdown text={value} />
          )}
        </section>
      )}
      {refused === '' ? null : (
        <p role="alert" className="text-xs text-failed">
          {refused}
        </p>
      )}
    </div>
  );
}
