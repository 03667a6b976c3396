import { z } from 'zod';
import type { TranscriptReading, UsageSample } from '../provider';
import { priceOf } from './price';

const Usage = z.looseObject({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_creation: z.looseObject({ ephemeral_1h_input_tokens: z.number().nullish() }).nullish(),
});

const Block = z.looseObject({ type: z.string(), text: z.string().optional() });

const Line = z.looseObject({
  type: z.string(),
  timestamp: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  isApiErrorMessage: z.boolean().optional(),
  message: z
    .looseObject({
      id: z.string().optional(),
      role: z.string().optional(),
      model: z.string().optional(),
      stop_reason: z.string().nullish(),
      content: z.union([z.string(), z.array(Block)]).optional(),
      usage: Usage.optional(),
    })
    .optional(),
  /** What a hook's answer added beside a tool's result. */
  attachment: z
    .looseObject({
      type: z.string(),
      content: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .catch(undefined),
    })
    .optional(),
});
type Line = z.infer<typeof Line>;

/** What a stretch of whole lines says. A line that is no JSON, or of a kind we do not know, says nothing. */
export function readTranscript(chunk: string): TranscriptReading {
  const lines = chunk.split('\n').flatMap(parseLine);
  const own = lines.filter((line) => line.isSidechain !== true);
  const last = own.findLast((line) => turnAfter(line) !== null);
  return {
    usage: oncePerMessage(lines).flatMap(readUsage),
    turn: last === undefined ? null : turnAfter(last),
    brokenOffAt: last !== undefined && isBrokenOff(last) ? new Date(last.timestamp ?? 0) : null,
    lastAssistantText: own.flatMap(assistantText).at(-1) ?? null,
    userTexts: own.flatMap(userText),
  };
}

function parseLine(text: string): Line[] {
  if (text.trim() === '') return [];
  try {
    const line = Line.safeParse(JSON.parse(text));
    return line.success ? [line.data] : [];
  } catch {
    return [];
  }
}

/** A message of several blocks is several lines, written together, each with the usage of the whole. */
function oncePerMessage(lines: readonly Line[]): Line[] {
  const byMessage = new Map<string | symbol, Line>();
  for (const line of lines) byMessage.set(line.message?.id ?? Symbol('no id'), line);
  return [...byMessage.values()];
}

function readUsage(line: Line): UsageSample[] {
  const { message } = line;
  if (line.type !== 'assistant' || message?.usage === undefined) return [];
  const model = message.model ?? 'unknown';
  if (model === '<synthetic>') return [];
  const usage = message.usage;
  const written = usage.cache_creation_input_tokens ?? 0;
  const long = Math.min(written, usage.cache_creation?.ephemeral_1h_input_tokens ?? 0);
  const tokens = {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
  };
  return [
    {
      at: new Date(line.timestamp ?? 0),
      model,
      ...tokens,
      cacheWriteTokens: written,
      costUsd: priceOf(model, { ...tokens, cacheWriteTokens: written - long, longCacheWriteTokens: long }),
    },
  ];
}

function turnAfter(line: Line): 'IDLE' | 'BUSY' | null {
  if (isBrokenOff(line)) return 'IDLE';
  if (line.type === 'user') return line.isMeta === true ? null : 'BUSY';
  if (line.type !== 'assistant') return null;
  if (line.isApiErrorMessage === true) return 'IDLE';
  return line.message?.stop_reason === 'end_turn' ? 'IDLE' : 'BUSY';
}

/** What Claude Code writes as the last word of a turn that a person ended with Escape. */
function isBrokenOff(line: Line): boolean {
  return (
    line.type === 'user' && textsOf(line).some((text) => /^\[Request interrupted by user[^\]]*\]$/.test(text))
  );
}

function assistantText(line: Line): string[] {
  if (line.type !== 'assistant' || line.isApiErrorMessage === true) return [];
  return textsOf(line);
}

function userText(line: Line): string[] {
  if (line.attachment?.type === 'hook_additional_context') return [line.attachment.content ?? []].flat();
  return line.type === 'user' ? textsOf(line) : [];
}

function textsOf(line: Line): string[] {
  const content = line.message?.content ?? [];
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => (block.type === 'text' && block.text ? [block.text] : []));
}
