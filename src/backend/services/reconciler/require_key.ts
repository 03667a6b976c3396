import { FactoryError } from '@/backend/domain/errors';
import { type ParsedKey, parseKey } from './key';

/** A key as somebody wrote it. */
export function requireKey(text: string): ParsedKey {
  const key = parseKey(text);
  if (key !== null) return key;
  throw new FactoryError(
    'BAD_INPUT',
    `“${text}” is not a key.`,
    'A key is task:<id>, worktree:<id>, agent:<id>, merge:<epic id>, project:<id> or system.',
  );
}
