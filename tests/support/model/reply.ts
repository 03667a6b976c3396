export type ReplyBlock =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown> };

export type Usage = {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
};

export type Speech = {
  kind: 'speech';
  blocks: readonly ReplyBlock[];
  /** How long the model "thinks" before its first word, to keep an agent busy. */
  delayMs?: number;
  usage?: Usage;
};

export type Failure = {
  kind: 'failure';
  status: number;
  type: string;
  message: string;
  headers?: Record<string, string>;
};

export type Reply = Speech | Failure;

type SpeechOptions = Pick<Speech, 'delayMs' | 'usage'>;

/** Ends the turn with these words. */
export function say(text: string, options: SpeechOptions = {}): Speech {
  return { kind: 'speech', blocks: [{ type: 'text', text }], ...options };
}

/** Calls one tool; the conversation comes back with its result. */
export function call(name: string, input: Record<string, unknown>, options: SpeechOptions = {}): Speech {
  return { kind: 'speech', blocks: [{ type: 'tool_use', name, input }], ...options };
}

/** Several blocks in one message: words with calls, or calls in parallel. */
export function reply(blocks: readonly ReplyBlock[], options: SpeechOptions = {}): Speech {
  return { kind: 'speech', blocks, ...options };
}

export function unauthorized(): Failure {
  return { kind: 'failure', status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
}

/** What the service answers to a subscriber who has used up a five-hour window. */
export function usageLimit(resetsAt: Date): Failure {
  const seconds = String(Math.floor(resetsAt.getTime() / 1000));
  return {
    kind: 'failure',
    status: 429,
    type: 'rate_limit_error',
    message: 'This request would exceed your account’s rate limit. Please try again later.',
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': seconds,
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'anthropic-ratelimit-unified-5h-status': 'rejected',
      'anthropic-ratelimit-unified-5h-reset': seconds,
      'retry-after': '3600',
    },
  };
}
