import { createServer, type RequestListener } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ZodRawShape } from 'zod';
import { listen } from '../listen';
import { readJsonBody } from '../read_body';

export type TestTool = {
  server: string;
  name: string;
  description: string;
  input: ZodRawShape;
  run: (input: unknown) => string | Promise<string>;
};

export type RecordedCall = { server: string; tool: string; token: string | undefined; input: unknown };

export type TestMcp = {
  url: string;
  calls: readonly RecordedCall[];
  /** Which servers have been asked for their tools, with which token. */
  listed: readonly { server: string; token: string | undefined }[];
  /** To put it under another server, beside other things. */
  handle: RequestListener;
  stop(): Promise<void>;
};

/** The SDK's own server at `/mcp/<server>`, stateless and with JSON answers, as ours is. */
export async function startTestMcp(tools: readonly TestTool[]): Promise<TestMcp> {
  const calls: RecordedCall[] = [];
  const listed: { server: string; token: string | undefined }[] = [];
  const handle: RequestListener = async (request, response) => {
    const server = /^\/mcp\/(\w+)/.exec(request.url ?? '')?.[1];
    if (server === undefined) return void response.writeHead(404).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const body = await readJsonBody(request);
    const token = request.headers.authorization;
    if (JSON.stringify(body).includes('"tools/list"')) listed.push({ server, token });
    const mcp = build(server, token);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    response.once('close', () => void mcp.close());
    await mcp.connect(transport);
    await transport.handleRequest(request, response, body);
  };

  const build = (server: string, token: string | undefined) => {
    const mcp = new McpServer({ name: server, version: '1.0.0' });
    for (const tool of tools.filter((candidate) => candidate.server === server)) {
      mcp.registerTool(
        tool.name,
        { description: tool.description, inputSchema: tool.input },
        async (input: unknown) => {
          calls.push({ server, tool: tool.name, token, input });
          return { content: [{ type: 'text', text: await tool.run(input) }] };
        },
      );
    }
    return mcp;
  };
  const { url, stop } = await listen(createServer(handle));
  return { url, calls, listed, handle, stop };
}
