import type { Conversation } from './conversation';
import { type Speech, say } from './reply';

/**
 * Claude Code asks the model small things of its own beside the conversation. They carry none of the
 * agent's tools; answering them here keeps scripts about the agent only.
 */
export function answerSideRequest(conversation: Conversation): Speech | null {
  if (conversation.tools.length > 0) return null;
  return say('{"title":"Scripted session","isNewTopic":false}', {
    usage: { input_tokens: 1, output_tokens: 1 },
  });
}
