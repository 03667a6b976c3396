import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeConfig } from '@/shared/practice';
import type { ScenarioSpeed } from '@/shared/scenario';
import type { Git } from './git';
import type { Hooks } from './hooks';
import type { MemoryFile } from './memory';
import type { Screen } from './terminal/screen';
import type { ToolResult, Tools } from './tools';
import type { Transcript } from './transcript';

const PAUSE_MS: Record<ScenarioSpeed, number> = { instant: 0, brisk: 300, pleasant: 1400 };

/** Thrown to leave a turn: the agent has nothing more to do in it, or a person pressed Escape. */
export class TurnOver extends Error {}

/** What a practice agent can do, whatever its role. */
export type Agent = {
  config: PracticeConfig;
  git: Git;
  hooks: Hooks;
  screen: Screen;
  memory: MemoryFile['memory'];
  saveMemory(): void;
  setSpeed(speed: ScenarioSpeed): void;
  say(text: string): void;
  /** The time a person needs to follow; none when nobody watches. */
  pause(): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Calls a tool of the server, shown and reported like any other tool. */
  call(name: string, input: Record<string, unknown>, summary?: string): Promise<ToolResult>;
  /** Does something on this machine that Claude Code would use a tool of its own for. */
  use(tool: string, summary: string, act: () => Promise<ToolResult>): Promise<ToolResult>;
  interrupt(): void;
  /** What was said last, for the end of the turn. */
  lastWords(): string | null;
};

export function createAgent(input: {
  config: PracticeConfig;
  git: Git;
  hooks: Hooks;
  screen: Screen;
  tools: Tools;
  transcript: Transcript;
  memoryFile: MemoryFile;
  /** The server handed over a message beside a tool's result. */
  onDelivery: (text: string) => void;
}): Agent {
  const { screen, hooks, tools, transcript } = input;
  let speed: ScenarioSpeed = 'instant';
  let words: string | null = null;
  let interruption = new AbortController();

  const wait = async (ms: number): Promise<void> => {
    const { signal } = interruption;
    if (ms > 0 && !signal.aborted) await sleep(ms, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) return;
    interruption = new AbortController();
    throw new TurnOver('Interrupted.');
  };
  const use: Agent['use'] = async (tool, summary, act) => {
    screen.print(`● ${tool}${summary === '' ? '' : `  ${summary}`}`, 'bold');
    const told = hooks.tell({ kind: 'tool_used', tool, summary });
    const result = await act();
    for (const line of preview(result.text)) screen.print(`  ⎿ ${line}`, result.ok ? 'dim' : 'yellow');
    transcript.add({
      type: 'tool',
      tool,
      input: summary,
      output: result.text.slice(0, 4000),
      failed: !result.ok,
    });
    await told;
    const answer = await hooks.tell({ kind: 'tool_finished', tool, summary, failed: !result.ok });
    if (answer.kind === 'deliver') input.onDelivery(answer.text);
    await wait(PAUSE_MS[speed]);
    return result;
  };

  return {
    config: input.config,
    git: input.git,
    hooks,
    screen,
    memory: input.memoryFile.memory,
    saveMemory: input.memoryFile.save,
    setSpeed: (next) => {
      speed = next;
    },
    say(text) {
      words = text;
      screen.print(`● ${text}`, 'cyan');
      transcript.say(text);
    },
    pause: () => wait(PAUSE_MS[speed]),
    wait,
    call: (name, args, summary = '') => {
      const [server, verb] = name.split('.');
      return use(`mcp__${server}__${verb}`, summary, () => tools.call(name, args));
    },
    use,
    interrupt: () => interruption.abort(),
    lastWords: () => words,
  };
}

const PREVIEW_LINES = 6;
const PREVIEW_COLUMNS = 110;

function preview(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines
    .slice(0, PREVIEW_LINES)
    .map((line) => (line.length > PREVIEW_COLUMNS ? `${line.slice(0, PREVIEW_COLUMNS)}…` : line));
  return lines.length > PREVIEW_LINES ? [...shown, `… ${lines.length - PREVIEW_LINES} more lines`] : shown;
}
