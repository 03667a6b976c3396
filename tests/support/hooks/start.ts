import { createServer, type RequestListener } from 'node:http';
import { z } from 'zod';
import { listen } from '../listen';
import { readJsonBody } from '../read_body';

const HookBody = z.looseObject({
  hook_event_name: z.string(),
  session_id: z.string().optional(),
  transcript_path: z.string().optional(),
  cwd: z.string().optional(),
  prompt: z.string().optional(),
  tool_name: z.string().optional(),
});

export type RecordedHook = {
  at: number;
  event: string;
  token: string | undefined;
  body: z.infer<typeof HookBody>;
};

/** What to answer: JSON for the program, or nothing for an empty body. What throws is a server in trouble. */
export type HookAnswer = (hook: RecordedHook) => unknown;

export type HookRecorder = {
  url: string;
  hooks: readonly RecordedHook[];
  of(event: string): readonly RecordedHook[];
  setAnswer(answer: HookAnswer): void;
  /** To put it under another server, beside other things. */
  handle: RequestListener;
  stop(): Promise<void>;
};

/** Stands where our server's hook endpoint does, remembers what arrives and answers as told. */
export async function startHookRecorder(): Promise<HookRecorder> {
  const hooks: RecordedHook[] = [];
  let answer: HookAnswer = () => undefined;
  const handle: RequestListener = async (request, response) => {
    const body = HookBody.safeParse(await readJsonBody(request));
    if (!body.success) return void response.writeHead(400).end();
    const hook: RecordedHook = {
      at: Date.now(),
      event: body.data.hook_event_name,
      token: request.headers.authorization,
      body: body.data,
    };
    hooks.push(hook);
    let json: unknown;
    try {
      json = await answer(hook);
    } catch {
      return void response.writeHead(503).end();
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(json === undefined ? '' : JSON.stringify(json));
  };
  const { url, stop } = await listen(createServer(handle));
  return {
    url,
    hooks,
    handle,
    of: (event) => hooks.filter((hook) => hook.event === event),
    setAnswer: (next) => {
      answer = next;
    },
    stop,
  };
}
