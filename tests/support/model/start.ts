import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../listen';
import { readJsonBody } from '../read_body';
import { type Conversation, MessagesRequest, readConversation } from './conversation';
import { encodeMessage, encodeStream } from './encode';
import type { Failure, Reply, Speech } from './reply';
import { answerSideRequest } from './side_request';

export type Script = (conversation: Conversation) => Reply | Promise<Reply>;

export type RecordedRequest = {
  at: Date;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** Null for anything that is not a message of an agent's own conversation. */
  conversation: Conversation | null;
};

export type ScriptedModel = {
  url: string;
  requests: readonly RecordedRequest[];
  /** The agent's own requests, without the program's side requests. */
  conversations(): readonly Conversation[];
  /** What a script threw, so that a test fails for its real reason. */
  errors: readonly unknown[];
  setScript(script: Script): void;
  stop(): Promise<void>;
};

/** A model on loopback that says what the script tells it to. */
export async function startScriptedModel(options: { script: Script }): Promise<ScriptedModel> {
  let script = options.script;
  const requests: RecordedRequest[] = [];
  const errors: unknown[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const body = await readJsonBody(request);
    const record: RecordedRequest = {
      at: new Date(),
      path,
      headers: request.headers,
      body,
      conversation: null,
    };
    requests.push(record);
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    const parsed = MessagesRequest.safeParse(body);
    if (request.method !== 'POST' || !path.startsWith('/v1/messages') || !parsed.success) {
      return void fail(response, {
        kind: 'failure',
        status: 404,
        type: 'not_found_error',
        message: 'Not found',
      });
    }
    if (path.startsWith('/v1/messages/count_tokens')) return void json(response, { input_tokens: 100 });

    const conversation = readConversation(parsed.data);
    const side = answerSideRequest(conversation);
    if (side === null) record.conversation = conversation;
    const reply = side ?? (await script(conversation));
    if (reply.kind === 'failure') return void fail(response, reply);
    if (reply.delayMs !== undefined) await sleep(reply.delayMs);
    speak(response, parsed.data, reply);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      errors.push(thrown);
      fail(response, {
        kind: 'failure',
        status: 400,
        type: 'invalid_request_error',
        message: String(thrown),
      });
    });
  });
  const { url, stop } = await listen(server);
  return {
    url,
    requests,
    errors,
    conversations: () => requests.flatMap((request) => request.conversation ?? []),
    setScript: (next) => {
      script = next;
    },
    stop,
  };
}

function speak(response: ServerResponse, request: MessagesRequest, speech: Speech): void {
  if (response.destroyed) return;
  if (request.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(encodeMessage(request.model, speech));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.end(encodeStream(request.model, speech));
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, failure: Failure): void {
  if (response.headersSent) return void response.end();
  response.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers });
  response.end(
    JSON.stringify({
      type: 'error',
      error: { type: failure.type, message: failure.message },
      request_id: 'req_scripted',
    }),
  );
}
