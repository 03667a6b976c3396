import { createHmac, timingSafeEqual } from 'node:crypto';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Cookies are shared by all ports of a host, so the name carries ours. */
function ownerCookieName(port: number): string {
  return `factory_${port}`;
}

/** The Set-Cookie line that makes a browser the owner's. */
export function issueOwnerCookie(input: { key: Buffer; port: number; now: Date }): string {
  const expires = input.now.getTime() + DAYS * DAY_MS;
  const value = `${expires}.${sign(input.key, String(expires))}`;
  return `${ownerCookieName(input.port)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${DAYS * 24 * 60 * 60}`;
}

export function isOwnerCookieValid(input: {
  key: Buffer;
  port: number;
  now: Date;
  header: string | undefined;
}): boolean {
  const prefix = `${ownerCookieName(input.port)}=`;
  return (input.header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .some((part) => isValueValid(input.key, input.now, part.slice(prefix.length)));
}

function isValueValid(key: Buffer, now: Date, value: string): boolean {
  const [expires, signature, ...rest] = value.split('.');
  if (expires === undefined || signature === undefined || rest.length > 0) return false;
  if (!/^\d{1,16}$/.test(expires) || Number(expires) <= now.getTime()) return false;
  return isSame(sign(key, expires), signature);
}

/** Compares secrets without telling by its duration how much was right. */
export function isSame(a: string, b: string): boolean {
  const left = createHmac('sha256', 'compare').update(a).digest();
  const right = createHmac('sha256', 'compare').update(b).digest();
  return timingSafeEqual(left, right);
}

function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(`owner:${text}`).digest('base64url');
}
