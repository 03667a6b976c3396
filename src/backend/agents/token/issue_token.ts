import { createHash, randomBytes } from 'node:crypto';

/** A token for one life of an agent. The database keeps the hash alone: whoever reads it can call nothing. */
export function issueToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** Random and long, so a plain hash is as hard to reverse as a slow one would be. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
