import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Home } from '@/backend/clients/home/open_home';
import { decideAccess, type Verdict, type Zone } from './guard';
import { isOwnerCookieValid, isSame, issueOwnerCookie } from './owner_cookie';
import { createPace, type Pace, type Rates } from './pace';
import { sendRefusal } from './refusal';
import { refuseUpgrade } from './refuse_upgrade';
import { securityHeaders } from './security_headers';

/** Something that answers at an address: everything but pages. `zone` is checked before it is called. */
export type Mount = {
  prefix: string;
  zone: Zone;
  handle(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> | void;
};

export type UpgradeMount = {
  prefix: string;
  handle(req: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void;
};

export type ListenerDeps = {
  port: number;
  dev: boolean;
  home: Pick<Home, 'cookieKey' | 'currentToken' | 'rotateToken'>;
  clock: () => Date;
  mounts: readonly Mount[];
  upgrades: readonly UpgradeMount[];
  /** Next, for pages. Absent in the daemon, which serves none. */
  pages: ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | null;
  onError(error: unknown, req: IncomingMessage): void;
  rates?: Rates;
};

export type Listener = {
  request(req: IncomingMessage, res: ServerResponse): void;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
};

/** The one door: guard first, then sign-in, then the mounts, then pages. */
export function createListener(deps: ListenerDeps): Listener {
  const pace = createPace(deps);
  return {
    request(req, res) {
      answer({ ...deps, pace }, req, res).catch((error: unknown) => {
        // Whoever hangs up in the middle of a request has broken nothing of ours.
        if (req.errored !== null) return void res.destroy();
        deps.onError(error, req);
        if (!res.headersSent) {
          sendRefusal(
            res,
            {
              status: 500,
              message: 'The server failed on this request.',
              next: 'Try again; the server log has the cause.',
            },
            false,
          );
        } else res.destroy();
      });
    },
    upgrade(req, socket, head) {
      const url = parseUrl(req);
      const verdict = url ? judge(deps, req, url, true) : null;
      const mount = url && deps.upgrades.find((candidate) => url.pathname.startsWith(candidate.prefix));
      if (!url || !verdict?.allow || !mount) {
        return refuseUpgrade(socket, verdict && !verdict.allow ? verdict.status : 404);
      }
      // Until its mount listens: an error that nobody hears would end the process.
      socket.on('error', () => socket.destroy());
      mount.handle(req, socket, head, url);
    },
  };
}

type Paced = ListenerDeps & { pace: Pace };

async function answer(deps: Paced, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const headers = securityHeaders({ nonce, dev: deps.dev, port: deps.port });
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const url = parseUrl(req);
  if (!url) {
    return sendRefusal(
      res,
      { status: 400, message: 'That is not an address.', next: 'Open the app at its root.' },
      false,
    );
  }
  const wantsPage = (req.headers.accept ?? '').includes('text/html');
  const verdict = judge(deps, req, url, false);
  const token = url.searchParams.get('token');
  const isSignIn = req.method === 'GET' && url.pathname === '/' && token !== null;
  // The right link opens whatever else is going on; a wrong one counts like any refusal.
  const signsIn = isSignIn && (verdict.allow || verdict.status === 401);
  const isRight = signsIn && (verdict.allow || isSame(token, deps.home.currentToken()));
  const waitSeconds = isRight ? 0 : deps.pace(req, verdict);
  if (waitSeconds > 0) {
    res.setHeader('retry-after', String(waitSeconds));
    return sendRefusal(
      res,
      {
        status: 429,
        message: 'That is more than this server answers at once.',
        next: `Wait ${waitSeconds} s, then try again, more slowly.`,
      },
      wantsPage,
    );
  }
  if (signsIn) return signIn(deps, res, { isRight, alreadyIn: verdict.allow, wantsPage });
  if (!verdict.allow) return sendRefusal(res, verdict, wantsPage);
  const mount = deps.mounts.find((candidate) => isUnder(url.pathname, candidate.prefix));
  if (mount) {
    if (mount.zone !== verdict.zone) throw new Error(`${mount.prefix} is mounted in the zone ${mount.zone}`);
    res.setHeader('cache-control', 'no-store');
    return mount.handle(req, res, url);
  }
  const isPage = verdict.zone === 'owner' && (req.method === 'GET' || req.method === 'HEAD');
  if (!deps.pages || !isPage) {
    return sendRefusal(
      res,
      { status: 404, message: 'There is nothing at this address.', next: 'Open the app at its root.' },
      wantsPage,
    );
  }
  // Next reads the nonce for its own inline scripts from the request's policy.
  req.headers['content-security-policy'] = headers['content-security-policy'];
  return deps.pages(req, res);
}

function signIn(
  deps: ListenerDeps,
  res: ServerResponse,
  input: { isRight: boolean; alreadyIn: boolean; wantsPage: boolean },
): void {
  if (!input.isRight) {
    sendRefusal(
      res,
      {
        status: 401,
        message: 'This link was used before, or is not of this server.',
        next: 'Get a new one with: npm run factory -- open',
      },
      input.wantsPage,
    );
    return;
  }
  if (!input.alreadyIn) {
    deps.home.rotateToken();
    res.setHeader(
      'set-cookie',
      issueOwnerCookie({ key: deps.home.cookieKey, port: deps.port, now: deps.clock() }),
    );
  }
  res.statusCode = 303;
  res.setHeader('location', '/');
  res.setHeader('cache-control', 'no-store');
  res.end();
}

function judge(deps: ListenerDeps, req: IncomingMessage, url: URL, isUpgrade: boolean): Verdict {
  return decideAccess(
    {
      method: req.method ?? 'GET',
      path: url.pathname,
      isUpgrade,
      host: req.headers.host ?? null,
      origin: req.headers.origin ?? null,
      secFetchSite: single(req.headers['sec-fetch-site']),
      ownerCookieValid: isOwnerCookieValid({
        key: deps.home.cookieKey,
        port: deps.port,
        now: deps.clock(),
        header: req.headers.cookie,
      }),
    },
    deps.port,
  );
}

/** `/api/health` is itself, `/mcp/` is everything below. */
function isUnder(pathname: string, prefix: string): boolean {
  return prefix.endsWith('/') ? pathname.startsWith(prefix) : pathname === prefix;
}

function parseUrl(req: IncomingMessage): URL | null {
  const target = req.url ?? '';
  // An absolute or protocol-relative target would let a request choose its own host.
  if (!target.startsWith('/') || target.startsWith('//')) return null;
  return URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null;
}

function single(value: string | string[] | undefined): string | null {
  return value === undefined ? null : Array.isArray(value) ? value.join(',') : value;
}
