import { existsSync } from 'node:fs';
import path from 'node:path';
import { HookEvent } from '@/shared/hook';
import { type PracticeConfig, PracticeRecord } from '@/shared/practice';
import type { LaunchContext, Provider, TranscriptReading, TypedLine } from '../provider';

/** Our own scripted agent: no account, no key, no model; everything else is real. */
export function createPracticeProvider(input: { rootDir: string }): Provider {
  const program = path.join(input.rootDir, 'dist', 'practice.mjs');
  return {
    name: 'practice',
    title: 'Practice agents',
    models: [],
    async checkHealth() {
      const found = existsSync(program);
      return {
        found,
        path: found ? program : null,
        version: null,
        loggedIn: null,
        message: found ? 'Ready. It needs no account.' : 'The practice program has not been built.',
        next: found ? '' : 'Run: npm run setup',
      };
    },
    async prepare() {},
    canResume: async (context) => existsSync(statePath(context, 'json')),
    async launch(context) {
      const config = path.join(context.filesDir, 'practice.json');
      return {
        argv: [process.execPath, program, config],
        env: {},
        files: [{ path: config, content: `${JSON.stringify(configFor(context))}\n`, mode: 0o600 }],
      };
    },
    transcriptPath: (context) => statePath(context, 'jsonl'),
    helperTranscripts: async () => [],
    readTranscript,
    // It speaks our own form already.
    readHook: (event, body) => {
      const hook = HookEvent.safeParse(body);
      return hook.success && hook.data.kind === event ? hook.data : null;
    },
    writeHookAnswer: (_event, answer) => answer,
    readLine: ({ lines, cursor }) => readPracticeLine(lines[cursor.row] ?? ''),
    setAsideKey: 'C-s',
    leaveMenuKey: null,
    drawsWhileBusy: false,
    // It reads the marks around a paste, however close the next key is.
    pasteSettlesMs: 0,
    diagnose: ({ exitStatus, screen }) => ({
      kind: 'crashed',
      message: lastWords(screen) ?? `The practice agent ended with status ${exitStatus ?? 'unknown'}.`,
    }),
  };
}

function configFor(context: LaunchContext): PracticeConfig {
  return {
    role: context.agent.role,
    name: context.agent.name,
    serverUrl: context.serverUrl,
    token: context.token,
    conversationId: context.agent.providerSessionId,
    stateDir: stateDir(context),
    worktree: context.worktree,
    servers: [...new Set(context.tools.map((tool) => tool.split('.')[0] ?? tool))],
    resume: context.resume,
    settings: context.settings,
  };
}

function readTranscript(chunk: string): TranscriptReading {
  const records = chunk.split('\n').flatMap((line) => {
    const record = line === '' ? null : PracticeRecord.safeParse(parseJson(line));
    return record?.success ? [record.data] : [];
  });
  const said = records.filter((record) => record.type === 'assistant');
  const last = records.at(-1);
  return {
    usage: said.map((record) => ({
      at: new Date(record.at),
      model: record.model,
      inputTokens: record.usage.inputTokens,
      outputTokens: record.usage.outputTokens,
      cacheReadTokens: record.usage.cacheReadTokens,
      cacheWriteTokens: 0,
      costUsd: record.costUsd,
    })),
    turn: last === undefined ? null : last.type === 'turn_ended' ? 'IDLE' : 'BUSY',
    brokenOffAt: null,
    lastAssistantText: said.at(-1)?.text ?? null,
    userTexts: records.flatMap((record) => (record.type === 'prompt' ? [record.text] : [])),
  };
}

function readPracticeLine(line: string): TypedLine {
  const found = /^(.*)›(.*)$/.exec(line);
  if (found === null) return { text: 'unknown', setAside: false };
  const [, lead = '', text = ''] = found;
  return { text: text.trim() === '' ? 'none' : 'some', setAside: lead.includes('set aside') };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The line that is typed on is always there, and says nothing about an end. */
function lastWords(screen: string): string | null {
  const said = screen.split('\n').filter((line) => readPracticeLine(line).text === 'unknown');
  return said.map((line) => line.trim()).findLast((line) => line !== '') ?? null;
}

function stateDir(context: Pick<LaunchContext, 'filesDir'>): string {
  return path.join(context.filesDir, 'practice');
}

function statePath(context: Pick<LaunchContext, 'filesDir' | 'agent'>, extension: string): string {
  return path.join(stateDir(context), `${context.agent.providerSessionId}.${extension}`);
}
