import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAccess, type Knock } from './guard';

const PORT = 3000;
const owner: Knock = {
  method: 'GET',
  path: '/',
  isUpgrade: false,
  host: '127.0.0.1:3000',
  origin: null,
  secFetchSite: null,
  ownerCookieValid: true,
};
const own = 'http://127.0.0.1:3000';

describe('the guard', () => {
  it.each<[string, Partial<Knock>, number | 'allowed']>([
    ['the owner opens a page', {}, 'allowed'],
    ['by the name localhost', { host: 'localhost:3000' }, 'allowed'],
    ['a stranger opens a page', { ownerCookieValid: false }, 401],
    ['a stranger asks the API', { ownerCookieValid: false, path: '/api/trpc/task.list' }, 401],
    ['a stranger asks for a script', { ownerCookieValid: false, path: '/_next/static/a.js' }, 401],
    ['health needs nothing', { ownerCookieValid: false, path: '/api/health' }, 'allowed'],
    ['health is not given to a rebound name', { path: '/api/health', host: 'evil.test:3000' }, 421],
    ['no Host at all', { host: null }, 421],
    ['another port in Host', { host: '127.0.0.1:3001' }, 421],
    ['a name that ends like ours', { host: '127.0.0.1:3000.evil.test' }, 421],
    [
      'a POST of ours',
      { method: 'POST', path: '/api/trpc/x', origin: own, secFetchSite: 'same-origin' },
      'allowed',
    ],
    ['a form of another site', { method: 'POST', path: '/api/trpc/x', origin: 'http://evil.test' }, 403],
    ['a form with a null origin', { method: 'POST', path: '/api/trpc/x', origin: 'null' }, 403],
    ['a POST without an origin', { method: 'POST', path: '/api/trpc/x' }, 403],
    ['a page on another port of this machine', { path: '/api/trpc/x', secFetchSite: 'same-site' }, 403],
    ['a script tag of another site', { path: '/api/trpc/x', secFetchSite: 'cross-site' }, 403],
    ['a link from another site to a page', { secFetchSite: 'cross-site' }, 'allowed'],
    ['our own socket', { isUpgrade: true, path: '/terminal/x', origin: own }, 'allowed'],
    ['a hijacked socket', { isUpgrade: true, path: '/terminal/x', origin: 'http://evil.test' }, 403],
    ['a socket without an origin', { isUpgrade: true, path: '/terminal/x' }, 403],
    ['an agent', { path: '/mcp/task', method: 'POST', ownerCookieValid: false }, 'allowed'],
    ['a browser on an agent address', { path: '/mcp/task', method: 'POST', origin: own }, 403],
    ['a browser on a hook', { path: '/hooks/Stop', method: 'POST', secFetchSite: 'same-origin' }, 403],
    ['Inngest', { path: '/api/inngest', method: 'PUT', ownerCookieValid: false }, 'allowed'],
  ])('%s', (_name, change, expected) => {
    const verdict = decideAccess({ ...owner, ...change }, PORT);
    expect(verdict.allow ? 'allowed' : verdict.status).toBe(expected);
    if (!verdict.allow) expect(verdict.next).not.toBe('');
  });

  it('gives the owner zone to nobody without the cookie, whatever else they send', () => {
    fc.assert(
      fc.property(
        fc.record({
          method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
          path: fc.webPath(),
          isUpgrade: fc.boolean(),
          host: fc.constantFrom('127.0.0.1:3000', 'localhost:3000', 'evil.test:3000', null),
          origin: fc.constantFrom(own, 'http://evil.test', 'null', null),
          secFetchSite: fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', null),
        }),
        (knock) => {
          const verdict = decideAccess({ ...knock, ownerCookieValid: false }, PORT);
          if (verdict.allow) expect(verdict.zone).not.toBe('owner');
        },
      ),
    );
  });
});
