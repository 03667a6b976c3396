import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorCode, FactoryError, messageOf, toFactoryError } from '@/backend/domain/errors';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import { createToolCall, type ToolOutcome } from '@/backend/resource_accessors/tool_call.accessor';
import type { ServerName, Tool, ToolContext } from './define_tool';
import { redactInput } from './redact_input';
import { retryTransient } from './retry_transient';
import { TOOLS } from './tools';

const OUTCOMES: Record<ErrorCode, ToolOutcome> = {
  BAD_INPUT: 'INVALID',
  NOT_SIGNED_IN: 'FORBIDDEN',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'REFUSED',
  ALREADY_EXISTS: 'REFUSED',
  WRONG_STATE: 'REFUSED',
  STALE: 'REFUSED',
  CONFLICT: 'REFUSED',
  LIMIT_REACHED: 'REFUSED',
  READ_ONLY: 'REFUSED',
  MISSING_TOOL: 'FAILED',
  NOT_LOGGED_IN: 'FAILED',
  BUSY: 'FAILED',
  UNAVAILABLE: 'FAILED',
  TIMED_OUT: 'FAILED',
  INTERNAL: 'FAILED',
};

const MOST_MESSAGE = 2000;

export type ToolRequest = { server: ServerName; name: string; input: unknown };

/**
 * Runs one call and writes it down, whatever comes of it. A refusal is an answer that the model can act on,
 * never an error of the protocol: clients show those to nobody, or give up on the server.
 */
export async function callTool(context: ToolContext, request: ToolRequest): Promise<CallToolResult> {
  const started = performance.now();
  const fullName = `${request.server}.${request.name}`;
  let outcome: ToolOutcome = 'OK';
  let text: string;
  let onlyLooked = false;
  try {
    const tool = permit(context, fullName);
    onlyLooked = tool.readOnly;
    text = await retryTransient(() => tool.call(context, request.input));
  } catch (thrown) {
    const failure = toFactoryError(thrown);
    outcome = OUTCOMES[failure.code];
    text = failure.sentence;
    if (failure.code === 'INTERNAL') {
      context.deps.log.error({ err: thrown, tool: fullName, agentId: context.agent.id }, 'a tool failed');
    }
  }
  const durationMs = Math.round(performance.now() - started);
  const call = { fullName, request, outcome, text, durationMs };
  // A commit waits for the disk. What changed nothing need not wait for it, and is written down right after.
  if (onlyLooked && outcome === 'OK') setImmediate(() => void record(context, call));
  else await record(context, call);
  return { content: [{ type: 'text', text }], ...(outcome === 'OK' ? {} : { isError: true }) };
}

function permit({ agent }: ToolContext, fullName: string): Tool {
  const role = agent.role.toLowerCase();
  const tool = TOOLS.find((candidate) => candidate.fullName === fullName);
  const yours = TOOLS.filter((candidate) => candidate.roles.includes(agent.role));
  const next = `Your tools are: ${yours.map((candidate) => candidate.fullName).join(', ')}.`;
  if (!tool) throw new FactoryError('NOT_FOUND', `There is no tool ${fullName}.`, next);
  if (tool.roles.includes(agent.role)) return tool;
  const whose = tool.roles.map((one) => one.toLowerCase()).join(' or the ');
  throw new FactoryError('FORBIDDEN', `${fullName} is for the ${whose}; you are a ${role}.`, next, {
    data: { byRole: true },
  });
}

type Call = {
  fullName: string;
  request: ToolRequest;
  outcome: ToolOutcome;
  text: string;
  durationMs: number;
};

async function record({ deps, agent }: ToolContext, call: Call): Promise<void> {
  const input = redactInput(call.request.input);
  const message = call.text.slice(0, MOST_MESSAGE);
  const { fullName: tool, outcome, durationMs } = call;
  try {
    await hasten(deps.store).write(async (tx) => {
      await createToolCall(tx, { id: deps.newId(), agent, tool, input, outcome, message, durationMs });
      if (outcome !== 'FORBIDDEN') return;
      await createDecision(tx, {
        id: deps.newId(),
        projectId: agent.projectId,
        agentId: agent.id,
        taskId: agent.taskId,
        decision: `Refused ${tool} to ${agent.tmuxName}`,
        reasoning: message,
        context: { tool, input },
      });
    });
  } catch (error) {
    // What was done is done: the model must hear of it even when the log cannot take it.
    deps.log.error(
      { err: error, tool, outcome, agentId: agent.id },
      `a tool call was not logged: ${messageOf(error)}`,
    );
  }
}
