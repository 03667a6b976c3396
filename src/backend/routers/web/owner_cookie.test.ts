import { describe, expect, it } from 'vitest';
import { isOwnerCookieValid, issueOwnerCookie } from './owner_cookie';

const key = Buffer.from('k'.repeat(32));
const now = new Date('2026-01-01T00:00:00Z');
const valid = (header: string | undefined, at = now, port = 3000, by = key) =>
  isOwnerCookieValid({ key: by, port, now: at, header });
const pair = issueOwnerCookie({ key, port: 3000, now }).split(';')[0] ?? '';

describe("the owner's cookie", () => {
  it('is refused to scripts and to other sites', () => {
    expect(issueOwnerCookie({ key, port: 3000, now })).toMatch(/HttpOnly; SameSite=Strict/);
  });

  it('is accepted alone and among others', () => {
    expect(valid(pair)).toBe(true);
    expect(valid(`a=b; ${pair}; c=d`)).toBe(true);
    expect(valid(`factory_3000=stale.value; ${pair}`)).toBe(true);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['without a signature', 'factory_3000=99999999999999'],
    ['with a wrong signature', 'factory_3000=99999999999999.AAAA'],
    ['with a later date', pair.replace(/=\d/, '=9')],
    ['with something appended', `${pair}.x`],
  ])('is refused when %s', (_name, header) => {
    expect(valid(header)).toBe(false);
  });

  it('ends, and is bound to the port and the key', () => {
    expect(valid(pair, new Date('2026-02-15T00:00:00Z'))).toBe(false);
    expect(valid(pair, now, 3001)).toBe(false);
    expect(valid(pair, now, 3000, Buffer.from('other'))).toBe(false);
  });
});
