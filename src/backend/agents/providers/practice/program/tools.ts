import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { PracticeConfig } from '@/shared/practice';

const CALL_TIMEOUT_MS = 60 * 60_000;
const GIVE_UP_AFTER_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 2000;

/** What a tool said. `data` is its structured part, for those who read it with zod. */
export type ToolResult = { ok: boolean; text: string; data: unknown };

export type Tools = {
  /** Connects to every server and lists its tools: from then on the server counts us as ready. */
  connect(): Promise<string[]>;
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
};

/** A real MCP client of each server. A server that is away is waited for: every tool may be called again. */
export function createTools(input: {
  config: Pick<PracticeConfig, 'serverUrl' | 'token' | 'servers'>;
  onTrouble: (message: string) => void;
}): Tools {
  const { config } = input;
  const clients = new Map<string, Promise<Client>>();
  /** Aborted when the stream that carries a client's answers breaks: the answer under way will never come. */
  const broken = new WeakMap<Client, AbortController>();

  const connectTo = async (server: string): Promise<Client> => {
    const client = new Client({ name: 'practice-agent', version: '1' });
    const cut = new AbortController();
    broken.set(client, cut);
    client.onerror = (error) => {
      if (/disconnected|terminated/i.test(error.message)) cut.abort(new TypeError(error.message));
    };
    const transport = new StreamableHTTPClientTransport(new URL(`${config.serverUrl}/mcp/${server}`), {
      requestInit: { headers: { authorization: `Bearer ${config.token}` } },
    });
    await untilCut(cut.signal, (options) => client.connect(transport, options));
    return client;
  };
  const clientOf = (server: string): Promise<Client> => {
    const known = clients.get(server);
    if (known !== undefined) return known;
    const client = connectTo(server);
    clients.set(server, client);
    client.catch(() => clients.delete(server));
    return client;
  };
  const insist = async <T>(
    server: string,
    act: (client: Client, options: RequestOptions) => Promise<T>,
  ): Promise<T> => {
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    for (let pause = 50; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const client = await clientOf(server);
        return await untilCut(broken.get(client)?.signal, (options) => act(client, options));
      } catch (error) {
        clients.delete(server);
        if (!isPassing(error) || Date.now() > deadline) throw error;
        if (pause === 400) input.onTrouble('The server cannot be reached; trying again.');
        await sleep(pause);
      }
    }
  };

  return {
    async connect() {
      const lists = await Promise.all(
        config.servers.map(async (server) => {
          const { tools } = await insist(server, (client, options) => client.listTools(undefined, options));
          return tools.map((tool) => `${server}.${tool.name}`);
        }),
      );
      return lists.flat();
    },
    async call(name, args) {
      const dot = name.indexOf('.');
      const params = { name: name.slice(dot + 1), arguments: args };
      try {
        const result = CallToolResultSchema.parse(
          await insist(name.slice(0, dot), (client, options) =>
            client.callTool(params, CallToolResultSchema, { ...options, timeout: CALL_TIMEOUT_MS }),
          ),
        );
        const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
        return { ok: result.isError !== true, text, data: result.structuredContent };
      } catch (error) {
        return { ok: false, text: error instanceof Error ? error.message : String(error), data: undefined };
      }
    },
  };
}

/**
 * An answer whose stream broke never comes: the client would wait for it until its own time is over. It is given a
 * signal for this call alone, because it never takes back its listener.
 */
async function untilCut<T>(
  signal: AbortSignal | undefined,
  act: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const call = new AbortController();
  const cut = () => call.abort(signal?.reason);
  if (signal?.aborted) cut();
  signal?.addEventListener('abort', cut, { once: true });
  try {
    return await act({ signal: call.signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', cut);
  }
}

/** No answer, or one that says "later". A refusal of the protocol stays one however often it is repeated. */
function isPassing(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' && (code >= 500 || code === 429);
}
