import { z } from 'zod';

const MOST_TEXT = 4000;
const MOST_ITEMS = 100;
const MOST_DEPTH = 6;

const SECRET_NAME = /token|secret|passw|api_?key|authorization|credential/i;
/** Keys of well-known services, bearer headers, private keys, and addresses with a password in them. */
const SECRET_TEXT =
  /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})|\bBearer\s+[\w.~+/-]{12,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)|(?<=:\/\/[^\s:/@]+:)[^\s@/]+(?=@)/g;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** What a call was given, as the log keeps it: cut to size and without what looks like a secret. */
export function redactInput(raw: unknown): { [key: string]: Json } {
  const record = z.record(z.string(), z.unknown()).safeParse(raw ?? {});
  return record.success ? redactRecord(record.data, 0) : { input: redact(raw, 0) };
}

function redactRecord(record: Record<string, unknown>, depth: number): { [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(record)
      .slice(0, MOST_ITEMS)
      .map(([key, value]) => [
        key.slice(0, 200),
        SECRET_NAME.test(key) && typeof value === 'string' ? '[redacted]' : redact(value, depth + 1),
      ]),
  );
}

function redact(value: unknown, depth: number): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (depth > MOST_DEPTH) return '[…]';
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => redact(item, depth + 1));
  const record = z.record(z.string(), z.unknown()).safeParse(value);
  return record.success ? redactRecord(record.data, depth) : String(value);
}

function redactText(text: string): string {
  const plain = text.replace(SECRET_TEXT, '[redacted]');
  return plain.length <= MOST_TEXT
    ? plain
    : `${plain.slice(0, MOST_TEXT)}… [${plain.length - MOST_TEXT} more characters]`;
}
