import type { IncomingMessage, ServerResponse } from 'node:http';
import { findMarkers } from '@/backend/agents/delivery/marker';
import { identifyAgent } from '@/backend/agents/token/identify_agent';
import type { Deps } from '@/backend/services/deps';
import { noteHanded } from '@/backend/services/session/handed';
import { recordHook } from '@/backend/services/session/record_hook';
import type { Mount } from '../web/create_listener';
import { readHookBody } from './read_hook_body';

const PREFIX = '/hooks/';

/** Where agents' programs report: `POST /hooks/<event>` with the agent's token, in the form of its provider. */
export function hooksMount(
  deps: Pick<Deps, 'store' | 'providers' | 'clock' | 'newId' | 'log' | 'notify' | 'rootDir'>,
): Mount {
  return {
    prefix: PREFIX,
    zone: 'agent',
    async handle(req, res, url) {
      if (req.method !== 'POST') return send(res, 405, { message: 'Use POST.' });
      const agent = await identifyAgent(deps, { token: bearerOf(req) });
      if (!agent) return send(res, 401, { message: 'This is not the token of an agent in service.' });
      const event = url.pathname.slice(PREFIX.length);
      const body = await readHookBody(req);
      if (body === undefined) return send(res, 400, { message: 'The body is not JSON, or too long.' });
      const provider = deps.providers[agent.provider];
      const hook = provider.readHook(event, body);
      // A newer program may have hooks that we do not know; it must not be held up by that.
      if (hook === null) return send(res, 200, undefined);
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const answer = await recordHook(deps, { agent, hook, signal: gone.signal });
      if (answer.kind === 'deliver') {
        const [id] = findMarkers(answer.text);
        if (id !== undefined) res.once('finish', () => noteHanded(id));
      }
      send(res, 200, provider.writeHookAnswer(event, answer));
    },
  };
}

function bearerOf(req: IncomingMessage): string {
  return /^Bearer\s+(\S+)$/i.exec(req.headers.authorization ?? '')?.[1] ?? '';
}

function send(res: ServerResponse, status: number, json: unknown): void {
  res.statusCode = status;
  if (json !== undefined) res.setHeader('content-type', 'application/json; charset=utf-8');
  res.end(json === undefined ? '' : JSON.stringify(json));
}
