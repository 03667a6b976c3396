import { z } from 'zod';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().optional(),
  content: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

export const MessagesRequest = z.looseObject({
  model: z.string(),
  max_tokens: z.number().optional(),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(Block)]).optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Block)]) })),
  tools: z.array(z.looseObject({ name: z.string().optional(), type: z.string().optional() })).optional(),
  metadata: z.looseObject({ user_id: z.string().optional() }).optional(),
});
export type MessagesRequest = z.infer<typeof MessagesRequest>;

/** One thing that was said or done, in order. Reminders that the program adds arrive as user text too. */
export type Turn =
  | { kind: 'user'; text: string }
  | { kind: 'assistant'; text: string }
  | { kind: 'tool_use'; id: string; name: string; input: unknown }
  | { kind: 'tool_result'; id: string; name: string; text: string; isError: boolean };

/** What a script reads: a request of the Messages API, flattened. */
export type Conversation = {
  model: string;
  system: string;
  tools: readonly string[];
  turns: readonly Turn[];
  /** The session id that Claude Code puts into the request's metadata. */
  sessionId: string | null;
};

export function readConversation(request: MessagesRequest): Conversation {
  const names = new Map<string, string>();
  const turns = request.messages.flatMap((message) =>
    blocksOf(message.content).flatMap((block) => readBlock(message.role, block, names)),
  );
  return {
    model: request.model,
    system: textOf(request.system ?? ''),
    tools: (request.tools ?? []).flatMap((tool) => (tool.name === undefined ? [] : [tool.name])),
    turns,
    sessionId: sessionIdOf(request.metadata?.user_id ?? ''),
  };
}

/** All that was said by the user's side, joined: what a script usually searches for its cue. */
export function userText(conversation: Conversation): string {
  return conversation.turns.flatMap((turn) => (turn.kind === 'user' ? [turn.text] : [])).join('\n');
}

/** The results of the calls to one tool so far, oldest first. */
export function resultsOf(conversation: Conversation, tool: string): readonly string[] {
  return conversation.turns.flatMap((turn) =>
    turn.kind === 'tool_result' && turn.name === tool ? [turn.text] : [],
  );
}

function readBlock(role: string, block: Block, names: Map<string, string>): Turn[] {
  if (block.type === 'text') {
    const text = block.text ?? '';
    return [role === 'assistant' ? { kind: 'assistant', text } : { kind: 'user', text }];
  }
  if (block.type === 'tool_use') {
    const id = block.id ?? '';
    const name = block.name ?? '';
    names.set(id, name);
    return [{ kind: 'tool_use', id, name, input: block.input }];
  }
  if (block.type === 'tool_result') {
    const id = block.tool_use_id ?? '';
    const text = textOf(block.content);
    return [{ kind: 'tool_result', id, name: names.get(id) ?? '', text, isError: block.is_error === true }];
  }
  return [];
}

function blocksOf(content: string | Block[]): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const blocks = z.array(Block).safeParse(content);
  return blocks.success ? blocks.data.map((block) => block.text ?? '').join('\n') : '';
}

function sessionIdOf(userId: string): string | null {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!.*[0-9a-f]{8}-)/.exec(userId)?.[0] ?? null;
}
