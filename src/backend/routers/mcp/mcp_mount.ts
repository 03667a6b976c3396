import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { z } from 'zod';
import { identifyAgent } from '@/backend/agents/token/identify_agent';
import { noteToolsListed } from '@/backend/services/session/note_tools_listed';
import type { Mount } from '../web/create_listener';
import { callTool } from './call_tool';
import { ServerName, type ToolContext, type ToolDeps } from './define_tool';
import { keepAlive } from './keep_alive';
import { readBody } from './read_body';
import { toolCatalog } from './tool_catalog';
import { TOOLS } from './tools';

const PREFIX = '/mcp/';
const Called = z.object({ method: z.literal('tools/call') });

/** One for all: every server would make its own, which costs more than most answers, and ours never ask for one. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Five small servers, one address each. They keep nothing between requests, so a restart of ours loses no
 * session of theirs: whoever has a token of a living agent may call.
 */
export function mcpMount(deps: ToolDeps): Mount {
  return {
    prefix: PREFIX,
    zone: 'agent',
    async handle(req, res, url) {
      const server = ServerName.safeParse(url.pathname.slice(PREFIX.length));
      if (!server.success)
        return refuse(res, 404, `There is no server here. Use one of: ${ServerName.options.join(', ')}.`);
      const agent = await identifyAgent(deps, { token: bearerOf(req) });
      if (!agent) {
        res.setHeader('www-authenticate', 'Bearer');
        return refuse(
          res,
          401,
          'This is not the token of an agent in service. Nothing was done; end your turn.',
        );
      }
      if (req.method !== 'POST') {
        res.setHeader('allow', 'POST');
        return refuse(res, 405, 'This server opens no streams of its own. Use POST.');
      }
      const body = await readBody(req);
      if (!body.ok) return refuse(res, body.status, body.message);
      await answer({ deps, agent }, server.data, req, res, body.json);
    },
  };
}

async function answer(
  context: ToolContext,
  name: ServerName,
  req: IncomingMessage,
  res: ServerResponse,
  body: unknown,
): Promise<void> {
  const server = new Server({ name, version: '1.0.0' }, { capabilities: { tools: {} }, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { store } = context.deps;
    await noteToolsListed({ store, toolCatalog }, { agentId: context.agent.id, server: name });
    return { tools: listedFor(context, name) };
  });
  server.setRequestHandler(CallToolRequestSchema, (request, extra) =>
    keepAlive(extra, () =>
      callTool(context, { server: name, name: request.params.name, input: request.params.arguments }),
    ),
  );
  // A call is streamed, because clients give up when no answer has begun after a minute, and a project's tests take
  // longer. The rest comes whole or not at all: a client waits for the end of a stream that a dying server left open.
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !isCall(body),
  });
  res.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, body);
}

function listedFor({ agent }: ToolContext, server: ServerName) {
  return TOOLS.filter((tool) => tool.server === server && tool.roles.includes(agent.role)).map(
    (tool) => tool.listed,
  );
}

function bearerOf(req: IncomingMessage): string {
  return /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
}

function isCall(body: unknown): boolean {
  return [body].flat().some((message) => Called.safeParse(message).success);
}

/** Below the protocol nobody speaks JSON-RPC yet, but clients read its shape best. */
function refuse(res: ServerResponse, status: number, message: string): void {
  res.statusCode = status;
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
