import { createServer, request as forward } from 'node:http';
import { HookAnswer, HookEvent } from '@/shared/hook';
import { listen } from '../listen';
import { startTestMcp, type TestMcp, type TestTool } from '../mcp/start';
import { readJsonBody } from '../read_body';

export type PracticeServer = {
  url: string;
  mcp: TestMcp;
  hooks: readonly (HookEvent & { token: string | undefined })[];
  of<Kind extends HookEvent['kind']>(kind: Kind): Extract<HookEvent, { kind: Kind }>[];
  setAnswer(answer: (hook: HookEvent) => HookAnswer | undefined): void;
  stop(): Promise<void>;
};

/** Hooks and tools on one address, as our server has them, so that the practice program is tested by itself. */
export async function startPracticeServer(tools: readonly TestTool[], port = 0): Promise<PracticeServer> {
  const mcp = await startTestMcp(tools);
  const hooks: (HookEvent & { token: string | undefined })[] = [];
  let answer: (hook: HookEvent) => HookAnswer | undefined = () => undefined;
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/mcp/')) {
      const { method, headers } = request;
      const passed = forward(`${mcp.url}${request.url}`, { method, headers }, (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      });
      passed.on('error', () => response.destroy());
      return void request.pipe(passed);
    }
    const hook = HookEvent.parse(await readJsonBody(request));
    if (request.url !== `/hooks/${hook.kind}`) return void response.writeHead(404).end();
    hooks.push({ ...hook, token: request.headers.authorization });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(HookAnswer.parse(answer(hook) ?? { kind: 'none' })));
  });
  const { url, stop } = await listen(server, port);
  return {
    url,
    mcp,
    hooks,
    of: (kind) =>
      hooks.filter((hook): hook is Extract<typeof hook, { kind: typeof kind }> => hook.kind === kind),
    setAnswer: (next) => {
      answer = next;
    },
    async stop() {
      await stop();
      await mcp.stop();
    },
  };
}
