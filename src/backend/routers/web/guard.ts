/** What a request claims, read from its head alone. */
export type Knock = {
  method: string;
  path: string;
  isUpgrade: boolean;
  host: string | null;
  origin: string | null;
  secFetchSite: string | null;
  ownerCookieValid: boolean;
};

/** Who may use an address: anyone on this machine, an agent with its token, Inngest, or the owner. */
export type Zone = 'public' | 'agent' | 'inngest' | 'owner';

export type Verdict =
  | { allow: true; zone: Zone }
  | { allow: false; status: 401 | 403 | 421; message: string; next: string };

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Decides on the head of a request whether it may go on. The Host allowlist stops DNS rebinding, the Origin check
 * stops other sites' forms and sockets, the cookie stops everybody else on this machine.
 */
export function decideAccess(knock: Knock, port: number): Verdict {
  if (knock.host === null || !allowedHosts(port).has(knock.host.toLowerCase())) {
    return refuse(421, 'This server does not go by that name.', `Open http://127.0.0.1:${port} instead.`);
  }
  const zone = zoneOf(knock.path);
  if (knock.origin !== null && knock.origin !== `http://${knock.host.toLowerCase()}`) {
    return refuse(403, 'This request comes from another site.', 'Use the app in its own tab.');
  }
  if (zone === 'public') return { allow: true, zone };
  if (zone === 'agent' || zone === 'inngest') {
    // Programs call these; a browser would name an origin or say where the request comes from.
    return knock.origin === null && knock.secFetchSite === null && !knock.isUpgrade
      ? { allow: true, zone }
      : refuse(403, 'This address is not for browsers.', 'Open the app itself.');
  }
  if (!knock.ownerCookieValid) {
    return refuse(
      401,
      'You are not signed in.',
      'Open the link that npm start printed, or run: npm run factory -- open',
    );
  }
  const changesSomething = knock.isUpgrade || !SAFE_METHODS.has(knock.method);
  if (changesSomething && knock.origin === null) {
    return refuse(403, 'This request does not say where it comes from.', 'Use the app in a current browser.');
  }
  const isApi = knock.path.startsWith('/api/');
  if (
    isApi &&
    knock.secFetchSite !== null &&
    knock.secFetchSite !== 'same-origin' &&
    knock.secFetchSite !== 'none'
  ) {
    return refuse(403, 'This request comes from another site.', 'Use the app in its own tab.');
  }
  return { allow: true, zone };
}

function zoneOf(path: string): Zone {
  if (path === '/api/health') return 'public';
  if (path.startsWith('/mcp/') || path.startsWith('/hooks/')) return 'agent';
  if (path === '/api/inngest') return 'inngest';
  return 'owner';
}

function allowedHosts(port: number): Set<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
}

function refuse(status: 401 | 403 | 421, message: string, next: string): Verdict {
  return { allow: false, status, message, next };
}
