'use client';
import { AArrowDown, AArrowUp, Eye, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { CopyText } from '@/frontend/ui/CopyText';
import { cx } from '@/frontend/ui/cx';
import { IconButton } from '@/frontend/ui/IconButton';
import { Kbd } from '@/frontend/ui/Kbd';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { StateBadge } from '@/frontend/ui/StateBadge';
import type { TerminalMode } from '@/shared/terminal';
import type { TerminalStatus } from './createConnection';
import { describeStatus } from './describeStatus';
import { Terminal } from './Terminal';
import { LARGEST_FONT, SMALLEST_FONT, useFontSize } from './useFontSize';

const modes = [
  { value: 'read', label: 'Watch', icon: <Eye /> },
  { value: 'write', label: 'Take over', icon: <Keyboard /> },
] as const;

/** A terminal with its frame: what state it is in, who types, how to attach from a terminal of one's own. */
export function TerminalPanel({
  sessionId,
  name,
  attachCommand,
  className,
}: {
  sessionId: string;
  name: string;
  attachCommand: string | null;
  className?: string;
}) {
  const [mode, setMode] = useState<TerminalMode>('read');
  const [status, setStatus] = useState<TerminalStatus>({ kind: 'connecting' });
  const [fontSize, setFontSize] = useFontSize();
  const look = describeStatus(status);
  const over = status.kind === 'ended';
  const typing = status.kind === 'live' && status.mode === 'write';
  return (
    <section
      aria-label={`Terminal of ${name}`}
      className={cx(
        '@container flex min-h-0 flex-col overflow-hidden rounded-lg border',
        typing ? 'border-blocked' : 'border-line',
        className,
      )}
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-line border-b bg-bg px-3">
        <span className={cx('min-w-0 truncate font-mono text-xs', typing && '@max-md:hidden')}>{name}</span>
        <StateBadge state={look.state} word={look.word} />
        {typing ? (
          <span className="inline-flex items-center gap-1 text-muted text-xs @max-2xl:hidden">
            <Kbd keys="shift+escape" /> gives it back
          </span>
        ) : null}
        <span className="flex-1" />
        {attachCommand === null || over ? null : (
          <span className="@max-xl:hidden">
            <CopyText text={attachCommand} show="copy attach command" label="Copy attach command" />
          </span>
        )}
        <IconButton
          label="Smaller text"
          className="@max-lg:hidden"
          icon={<AArrowDown />}
          disabled={fontSize <= SMALLEST_FONT}
          onClick={() => setFontSize(fontSize - 1)}
        />
        <IconButton
          label="Larger text"
          className="@max-lg:hidden"
          icon={<AArrowUp />}
          disabled={fontSize >= LARGEST_FONT}
          onClick={() => setFontSize(fontSize + 1)}
        />
        {over ? null : (
          <SegmentedControl label="Who types" value={mode} onChange={setMode} segments={modes} />
        )}
      </header>
      <div className="min-h-0 flex-1">
        <Terminal
          sessionId={sessionId}
          mode={mode}
          fontSize={fontSize}
          onStatus={setStatus}
          onRelease={() => setMode('read')}
        />
      </div>
    </section>
  );
}
