import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/**
 * Run by Claude Code for the hooks that cannot be a plain HTTP request: it hands the hook on standard input to our
 * server and prints the answer. A question to a person is asked again, under the same id, until there is an answer:
 * through restarts of the server and for as long as Claude Code waits.
 */
const Config = z.object({ url: z.string(), token: z.string() });
const Body = z.looseObject({ hook_event_name: z.string(), tool_input: z.looseObject({}).optional() });
const Answer = z.looseObject({
  pending: z.boolean().optional(),
  hookSpecificOutput: z
    .looseObject({ decision: z.looseObject({ updatedInput: z.looseObject({}).optional() }).optional() })
    .optional(),
});
type Answer = z.infer<typeof Answer>;

/** How long a hook of this name is worth trying; the end of a session is not to be held up. */
const PATIENCE_MS: Record<string, number> = { SessionStart: 20_000, SessionEnd: 1_000 };
const RETRY_MS = 500;
const REQUEST_TIMEOUT_MS = 120_000;

const config = Config.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const body = Body.parse(JSON.parse(readFileSync(0, 'utf8')));
const deadline = Date.now() + (PATIENCE_MS[body.hook_event_name] ?? Number.POSITIVE_INFINITY);
const question = JSON.stringify({ ...body, factory_request_id: randomUUID() });

const answer = await ask();
if (answer !== null) process.stdout.write(JSON.stringify(overOriginal(answer)));

async function ask(): Promise<Answer | null> {
  do {
    const outcome = await post();
    if (outcome === 'refused') return null;
    if (outcome !== 'unreachable' && outcome?.pending !== true) return outcome;
    if (outcome === 'unreachable') await sleep(RETRY_MS);
  } while (Date.now() < deadline);
  return null;
}

async function post(): Promise<Answer | null | 'refused' | 'unreachable'> {
  try {
    const response = await fetch(`${config.url}/hooks/${body.hook_event_name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.token}` },
      body: question,
      signal: AbortSignal.timeout(Math.min(REQUEST_TIMEOUT_MS, Math.max(RETRY_MS, deadline - Date.now()))),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : Answer.parse(JSON.parse(text));
    return response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused';
  } catch {
    return 'unreachable';
  }
}

/** Answers to questions come without the questions, which Claude Code wants to see again. */
function overOriginal(given: Answer): Answer {
  const decision = given.hookSpecificOutput?.decision;
  if (decision?.updatedInput === undefined) return given;
  const updatedInput = { ...body.tool_input, ...decision.updatedInput };
  return { hookSpecificOutput: { ...given.hookSpecificOutput, decision: { ...decision, updatedInput } } };
}
