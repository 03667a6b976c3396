import { randomBytes } from 'node:crypto';
import type { ReplyBlock, Speech, Usage } from './reply';

const DEFAULT_USAGE: Usage = { input_tokens: 100, output_tokens: 20 };

/** A whole message, for a request that did not ask for a stream. */
export function encodeMessage(model: string, speech: Speech): string {
  return JSON.stringify({
    ...head(model, speech),
    content: speech.blocks.map(contentBlock),
    stop_reason: stopReason(speech),
    usage: speech.usage ?? DEFAULT_USAGE,
  });
}

/** The same message as server-sent events, in the order in which the service sends them. */
export function encodeStream(model: string, speech: Speech): string {
  const usage = speech.usage ?? DEFAULT_USAGE;
  const events: { type: string; [field: string]: unknown }[] = [
    {
      type: 'message_start',
      message: {
        ...head(model, speech),
        content: [],
        stop_reason: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
    ...speech.blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(speech), stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function head(model: string, speech: Speech) {
  const id = `msg_${randomBytes(12).toString('hex')}`;
  return {
    id,
    type: 'message',
    role: 'assistant',
    model,
    stop_sequence: null,
    stop_reason: stopReason(speech),
  };
}

function stopReason(speech: Speech): string {
  return speech.blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

function contentBlock(block: ReplyBlock) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text };
  return {
    type: 'tool_use' as const,
    id: `toolu_${randomBytes(12).toString('hex')}`,
    name: block.name,
    input: block.input,
  };
}

function blockEvents(block: ReplyBlock, index: number) {
  const content = contentBlock(block);
  const [empty, delta] =
    content.type === 'text'
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: content.text },
        ]
      : [
          { ...content, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(content.input) },
        ];
  return [
    { type: 'content_block_start', index, content_block: empty },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
