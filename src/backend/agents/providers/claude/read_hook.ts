import { z } from 'zod';
import type { HookEvent } from '@/shared/hook';
import { readTurnFailure } from './diagnose';

const Native = z.looseObject({
  session_id: z.string().optional(),
  transcript_path: z.string().nullish(),
  /** Set by our own hook program: the same question keeps it when it is asked again. */
  factory_request_id: z.string().optional(),
  prompt: z.string().optional(),
  /** Only in what a helper (a subagent) does; the session is that of the agent which started it. */
  agent_id: z.string().optional(),
  tool_name: z.string().optional(),
  tool_input: z.unknown().optional(),
  error: z.unknown().optional(),
  error_details: z.string().optional(),
  stop_hook_active: z.boolean().optional(),
  last_assistant_message: z.string().nullish(),
  source: z.enum(['startup', 'resume', 'clear', 'compact']).catch('startup'),
  message: z.string().optional(),
  notification_type: z.string().optional(),
  reason: z.string().optional(),
});
type Native = z.infer<typeof Native>;

const Questions = z.object({
  questions: z
    .array(
      z.object({
        question: z.string(),
        options: z.array(z.object({ label: z.string(), description: z.string().default('') })).default([]),
        multiSelect: z.boolean().default(false),
      }),
    )
    .min(1),
});

const Shell = z.object({ tool_name: z.literal('Bash'), tool_input: z.object({ command: z.string() }) });

const SUMMARY_LENGTH = 300;
const DETAIL_LENGTH = 20_000;

/** Claude Code's own hook, by its event name. Hooks that say nothing to us are null, and so is a body that is not one. */
export function readHook(event: string, body: unknown, now: Date): HookEvent | null {
  const parsed = Native.safeParse(body);
  if (!parsed.success || !Object.hasOwn(READERS, event)) return null;
  return READERS[event]?.(parsed.data, now) ?? null;
}

const READERS: Record<string, (native: Native, now: Date) => HookEvent | null> = {
  SessionStart: (native) => ({ kind: 'session_started', ...common(native), source: native.source }),
  UserPromptSubmit: (native) => ({ kind: 'prompt_seen', ...common(native), prompt: native.prompt ?? '' }),
  PreToolUse: (native) => ({
    kind: 'tool_used',
    ...common(native),
    ...tool(native),
    ...doer(native),
    command: commandOf(native),
  }),
  PostToolUse: (native) => ({
    kind: 'tool_finished',
    ...common(native),
    ...tool(native),
    ...doer(native),
    failed: false,
  }),
  PostToolUseFailure: (native) => ({
    kind: 'tool_finished',
    ...common(native),
    ...tool(native),
    ...doer(native),
    failed: true,
  }),
  Stop: (native) => ({
    kind: 'turn_ended',
    ...common(native),
    lastAssistantText: native.last_assistant_message ?? null,
    continued: native.stop_hook_active ?? false,
    failure: null,
  }),
  StopFailure: (native, now) => ({
    kind: 'turn_ended',
    ...common(native),
    lastAssistantText: native.last_assistant_message ?? null,
    continued: false,
    failure: readTurnFailure(
      {
        error: typeof native.error === 'string' ? native.error : 'unknown',
        text: [native.last_assistant_message, native.error_details].filter((words) => words).join('\n'),
      },
      now,
    ),
  }),
  PermissionRequest: readRequest,
  Notification: (native) => ({
    kind: 'notification',
    ...common(native),
    message: native.message ?? '',
    type: native.notification_type ?? 'unknown',
  }),
  SessionEnd: (native) => ({ kind: 'session_ended', ...common(native), reason: native.reason ?? 'other' }),
};

function readRequest(native: Native): HookEvent | null {
  if (native.factory_request_id === undefined) return null;
  const requestId = native.factory_request_id;
  const asked = native.tool_name === 'AskUserQuestion' ? Questions.safeParse(native.tool_input) : null;
  if (asked?.success) {
    const questions = asked.data.questions.map(({ question, options, multiSelect }) => ({
      question,
      options,
      multiple: multiSelect,
    }));
    return { kind: 'question_asked', ...common(native), requestId, questions };
  }
  const detail = JSON.stringify(native.tool_input ?? {}, null, 2);
  return {
    kind: 'permission_asked',
    ...common(native),
    requestId,
    ...tool(native),
    command: commandOf(native),
    detail: cut(detail, DETAIL_LENGTH),
  };
}

function common(native: Native) {
  return {
    providerSessionId: native.session_id ?? null,
    transcriptPath: native.transcript_path ?? null,
  };
}

function doer(native: Native): { byHelper: boolean } {
  return { byHelper: native.agent_id !== undefined };
}

function tool(native: Native): { tool: string; summary: string } {
  return { tool: native.tool_name ?? 'unknown', summary: cut(summarise(native.tool_input), SUMMARY_LENGTH) };
}

function commandOf(native: Native): string | null {
  return Shell.safeParse(native).data?.tool_input.command ?? null;
}

/** The one field of a tool's input that tells people what it is about. */
function summarise(input: unknown): string {
  const fields = z.record(z.string(), z.unknown()).safeParse(input);
  if (!fields.success) return '';
  const telling = [
    'command',
    'file_path',
    'path',
    'pattern',
    'url',
    'query',
    'title',
    'subject',
    'description',
  ];
  for (const name of telling) {
    const value = fields.data[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return Object.keys(fields.data).length === 0 ? '' : JSON.stringify(fields.data);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
