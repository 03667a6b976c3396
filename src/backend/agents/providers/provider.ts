import type { PermissionMode, ProviderName, Role } from '@/shared/agent';
import type { HookAnswer, HookEvent } from '@/shared/hook';

/** What a provider is told about the session it is to describe. */
export type LaunchContext = {
  agent: {
    id: string;
    role: Role;
    name: string;
    model: string | null;
    permissionMode: PermissionMode;
    providerSessionId: string;
  };
  sessionId: string;
  worktree: string;
  /** Private to this agent (0700), outside every worktree. */
  filesDir: string;
  serverUrl: string;
  /** The agent's bearer token. It goes into files of mode 0600 only, never into argv or a prompt. */
  token: string;
  systemPrompt: string;
  /** Names of the MCP tools that this role may call, as `server.verb`. */
  tools: readonly string[];
  resume: boolean;
  settings: Record<string, string>;
};

/** Everything needed to start the program: plain data, so that deciding is tested without doing. */
export type Launch = {
  argv: readonly [string, ...string[]];
  env: Record<string, string>;
  files: readonly { path: string; content: string; mode?: number }[];
};

export type UsageSample = {
  at: Date;
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsd: number;
};

/** What a stretch of the provider's transcript says. */
export type TranscriptReading = {
  usage: readonly UsageSample[];
  /** Whether the last thing in it closes a turn; null when it says nothing about that. */
  turn: 'IDLE' | 'BUSY' | null;
  /** When a person broke off the turn, where that is the last thing in it: no hook tells of it. */
  brokenOffAt: Date | null;
  lastAssistantText: string | null;
  /** What was said to the agent, prompts and hook answers alike: a second witness that a delivery was seen. */
  userTexts: readonly string[];
};

export type Diagnosis =
  | { kind: 'crashed'; message: string }
  | { kind: 'not_logged_in'; message: string; next: string }
  | { kind: 'usage_limit'; message: string; until: Date | null }
  | { kind: 'missing'; message: string; next: string };

export type ProviderHealth = {
  found: boolean;
  path: string | null;
  version: string | null;
  /** Null where it cannot be known without asking the service. */
  loggedIn: boolean | null;
  message: string;
  next: string;
};

/** The line that a person types in, as the screen shows it. */
export type TypedLine = {
  /** `unknown`: the program shows something else just now, or in a way that we do not know. */
  text: 'none' | 'some' | 'unknown';
  /** The program keeps another text, which it puts back into the line once the next message is sent. */
  setAside: boolean;
};

/** How one agent program is run. Adding a provider is one folder and one line in the registry. */
export type Provider = {
  name: ProviderName;
  title: string;
  /** Models offered in the forms; empty means that the program's own default is used. */
  models: readonly string[];
  checkHealth(): Promise<ProviderHealth>;
  /** Settles what would otherwise ask a person (trust, onboarding), for this worktree only. */
  prepare(context: LaunchContext): Promise<void>;
  /** True when a conversation with this id exists on disk and can be gone on with. */
  canResume(context: LaunchContext): Promise<boolean>;
  launch(context: LaunchContext): Promise<Launch>;
  transcriptPath(context: Pick<LaunchContext, 'agent' | 'worktree' | 'filesDir'>): string | null;
  /** The files in which helpers of the agent (subagents) write theirs; their tokens are its tokens. */
  helperTranscripts(transcriptPath: string): Promise<string[]>;
  /** A stretch of whole lines. */
  readTranscript(chunk: string): TranscriptReading;
  /** The program's own hook at `/hooks/<event>` in our words; null for one that says nothing to us. */
  readHook(event: string, body: unknown): HookEvent | null;
  /** Our answer in the program's own words; undefined is an empty answer. */
  writeHookAnswer(event: string, answer: HookAnswer): unknown;
  /** Looked at before we type: what a person has begun to write is neither sent nor lost. */
  readLine(screen: { lines: readonly string[]; cursor: { column: number; row: number } }): TypedLine;
  /** The key that sets the line aside until the next message is sent; pressed on an empty line it brings it back. */
  setAsideKey: string;
  /** The key that leaves a menu or a notice and brings the line back; null for a program that has none. */
  leaveMenuKey: string | null;
  /** Its screen moves as long as it works, so that one which stands still with the line on it is at rest. */
  drawsWhileBusy: boolean;
  /** A program takes a paste apart from the key that follows only when there is so much time between the two. */
  pasteSettlesMs: number;
  /** Why a pane died, from its exit status and its last screen. */
  diagnose(death: { exitStatus: number | null; screen: string }): Diagnosis;
};
