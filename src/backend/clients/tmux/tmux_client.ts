import type { Pty } from '@/backend/clients/pty/open_pty';
import type { TerminalMode } from '@/shared/terminal';

/** One tmux session as it is now, read from its only (or active) pane. */
export type TmuxSession = {
  name: string;
  /** The marker given at the start; null for a session that is not ours and must not be touched. */
  marker: string | null;
  panePid: number;
  /** The program has ended. A program that only closed its terminal is not dead. */
  dead: boolean;
  /** tmux has read its terminal to the end: a moment after its death all that it wrote is on the screen. */
  drained: boolean;
  exitStatus: number | null;
  /** As `SIGKILL`, when a signal ended it and tmux is new enough (3.3) to tell. */
  exitSignal: string | null;
  createdAt: Date;
  /** When something was last written to the screen, to the second. */
  lastOutputAt: Date;
  inCopyMode: boolean;
  cols: number;
  rows: number;
  /** Lines that have scrolled off the top and can still be read. */
  historyLines: number;
  attachedClients: number;
  command: string;
  title: string;
  cwd: string;
};

export type StartSessionInput = {
  name: string;
  cwd: string;
  /** Run as it is: no part of it is ever read by a shell. */
  argv: readonly [string, ...string[]];
  /** Added to the chosen base environment. It never shows in a process list, only in the session itself. */
  env: Readonly<Record<string, string>>;
  unsetEnv?: readonly string[];
  cols: number;
  rows: number;
  /** Names this life of the session: a tmux option and `FACTORY_SESSION` in every process of it. */
  marker: string;
};

export type CaptureInput = {
  name: string;
  /** Lines of scrollback above the screen; 0 is the screen alone. */
  historyLines?: number;
  /** Leave the screen itself out. */
  onlyHistory?: boolean;
  /** Keep colours as escape sequences. */
  ansi?: boolean;
};

/** The screen as somebody about to type sees it. */
export type TypingView = {
  lines: readonly string[];
  cursor: { column: number; row: number };
  /** When a person last pressed a key in it, to the second; null when nobody who could is attached. */
  lastKeyAt: Date | null;
};

export type KillSessionInput = {
  name: string;
  /** Only this life of the session; with it, processes that outlived their session are ended too. */
  marker?: string;
  /** How long the program may take to end by itself. */
  graceMs?: number;
};

export type KillServerInput = { graceMs?: number };

export type AttachInput = {
  name: string;
  mode: TerminalMode;
  /** The session's own size; a viewer of another size would see it cut or padded. */
  cols: number;
  rows: number;
  /** The kind of terminal that the bytes go to; the browser's unless told. */
  term?: string;
  onData(bytes: Buffer): void;
  onExit(): void;
};

export type Attachment = Pty;

/** Drives one private tmux server. Every name is matched exactly; sessions without our marker are never touched. */
export type TmuxClient = {
  checkVersion(): Promise<{ version: string }>;
  startSession(input: StartSessionInput): Promise<{ panePid: number }>;
  listSessions(): Promise<TmuxSession[]>;
  readSession(input: { name: string }): Promise<TmuxSession | null>;
  capture(input: CaptureInput): Promise<string>;
  captureAll(input: { name: string; path: string; maxBytes?: number }): Promise<{ bytes: number }>;
  /** The screens of those of these sessions that exist, colours kept, in one call. */
  captureScreens(input: { names: readonly string[] }): Promise<Map<string, string>>;
  /** `leaveModes`: copy mode, and any other mode that lies over the program, is left first. */
  viewForTyping(input: { name: string; leaveModes: boolean }): Promise<TypingView>;
  /** A live view; ends with the session, or when it is killed. */
  attach(input: AttachInput): Attachment;
  resize(input: { name: string; cols: number; rows: number }): Promise<void>;
  sendKeys(input: { name: string; keys: readonly string[] }): Promise<void>;
  pasteText(input: { name: string; text: string }): Promise<void>;
  sendEnter(input: { name: string }): Promise<void>;
  clearLine(input: { name: string; lines?: number }): Promise<void>;
  killSession(input: KillSessionInput): Promise<{ ended: number }>;
  killServer(input?: KillServerInput): Promise<void>;
  /** What a person types to attach from a terminal of their own. */
  attachCommand(input: { name: string }): string;
};
