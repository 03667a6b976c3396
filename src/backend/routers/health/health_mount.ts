import type { Mount } from '../web/create_listener';

/** The one thing that strangers on this machine may ask: are you there, and which version. */
export function healthMount(deps: { version: string }): Mount {
  return {
    prefix: '/api/health',
    zone: 'public',
    handle(_req, res) {
      res.setHeader('content-type', 'application/json; charset=utf-8');
      res.end(JSON.stringify({ ok: true, version: deps.version }));
    },
  };
}
