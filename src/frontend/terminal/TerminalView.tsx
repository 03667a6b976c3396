'use client';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useRef, useState } from 'react';
import type { TerminalMode } from '@/shared/terminal';
import { createConnection, type TerminalStatus } from './createConnection';
import { createEmulator, type Emulator } from './createEmulator';
import { openSocket } from './openSocket';
import { StatusBanner } from './StatusBanner';

export type TerminalProps = {
  sessionId: string;
  mode: TerminalMode;
  fontSize?: number;
  onStatus?: (status: TerminalStatus) => void;
  /** Someone who was typing wants out (Shift+Escape). */
  onRelease?: () => void;
};

/** Browser only: xterm measures fonts. Use `Terminal`, which loads this when it is needed. */
export function TerminalView({ sessionId, mode, fontSize = 13, onStatus, onRelease }: TerminalProps) {
  const host = useRef<HTMLDivElement>(null);
  const emulator = useRef<Emulator | null>(null);
  const tryAgain = useRef<() => void>(() => undefined);
  const told = useRef({ onStatus, onRelease, fontSize });
  useEffect(() => {
    told.current = { onStatus, onRelease, fontSize };
  });
  const [status, setStatus] = useState<TerminalStatus>({ kind: 'connecting' });

  useEffect(() => {
    if (!host.current) return;
    const screen = createEmulator({
      host: host.current,
      fontSize: told.current.fontSize,
      readOnly: mode === 'read',
      onInput: (text) => connection.input(text),
      onSpace: (size) => {
        if (mode === 'write') connection.resize(size);
      },
      onRelease: () => told.current.onRelease?.(),
    });
    emulator.current = screen;
    const connection = createConnection({
      open: (handlers) => openSocket({ sessionId, mode }, handlers),
      screen,
      onStatus(next) {
        setStatus(next);
        told.current.onStatus?.(next);
        if (next.kind === 'ended') screen.fillHeight();
      },
    });
    tryAgain.current = connection.reconnect;
    if (mode === 'write') screen.focus();
    return () => {
      emulator.current = null;
      connection.stop();
      screen.dispose();
    };
  }, [sessionId, mode]);

  useEffect(() => emulator.current?.setFontSize(fontSize), [fontSize]);

  return (
    <div className="flex size-full flex-col overflow-hidden bg-surface">
      <div className="relative min-h-0 flex-1">
        <div
          ref={host}
          data-terminal={mode === 'write' ? 'live' : 'read'}
          className="absolute inset-2 overflow-auto font-mono [&_.xterm-viewport]:bg-transparent!"
        />
      </div>
      <StatusBanner status={status} onTryAgain={() => tryAgain.current()} />
    </div>
  );
}
