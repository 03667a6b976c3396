import type { HookAnswer } from '@/shared/hook';

/** Our answer as Claude Code reads it from a hook of this name; undefined is an empty body. */
export function writeHookAnswer(event: string, answer: HookAnswer): unknown {
  switch (answer.kind) {
    case 'none':
      return undefined;
    case 'pending':
      return { pending: true };
    case 'deliver':
      return deliver(event, answer.text);
    case 'decision':
      return decide(answer.allow ? { behavior: 'allow' } : { behavior: 'deny', message: answer.message });
    case 'gate':
      return {
        hookSpecificOutput: {
          hookEventName: event,
          permissionDecision: answer.decision,
          permissionDecisionReason: answer.message,
        },
      };
    case 'replies':
      // The hook program lays this over the questions as they were asked.
      return decide({ behavior: 'allow', updatedInput: { answers: answer.replies } });
  }
}

/**
 * At the end of a turn the agent goes on with it. (Blocking the end would do that too, but Claude Code then shows the
 * text as an error, and to the model twice.)
 */
function deliver(event: string, text: string): unknown {
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

function decide(decision: Record<string, unknown>): unknown {
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } };
}
