import { describe, expect, it } from 'vitest';
import { redactInput } from './redact_input';

describe('redactInput', () => {
  // Put together here, so that no scanner of this repository takes them for real ones.
  const LETTERS = 'a1b2c3d4e5'.repeat(4);
  it.each([
    [`sk-ant-${LETTERS}`],
    [`ghp_${LETTERS}`],
    [`github_pat_${LETTERS}`],
    [`AKIA${'A1B2'.repeat(4)}`],
    [`xoxb-${LETTERS}`],
    [`Bearer ${LETTERS}`],
    [`eyJ${LETTERS}.${LETTERS}.${LETTERS}`],
    [`-----BEGIN RSA PRIVATE KEY-----\n${LETTERS}\n-----END RSA PRIVATE KEY-----`],
  ])('takes %s out of any text', (secret) => {
    const kept = JSON.stringify(redactInput({ body: `before ${secret} after`, deep: [{ list: [secret] }] }));
    expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(kept).toContain('before [redacted] after');
  });

  it('takes what is named as a secret, and the password of an address', () => {
    expect(redactInput({ apiKey: 'x', Password: 'y', url: 'https://me:pw@host/x', tokens: 3 })).toEqual({
      apiKey: '[redacted]',
      Password: '[redacted]',
      url: 'https://me:[redacted]@host/x',
      tokens: 3,
    });
  });

  it('cuts what is long, wide or deep, and leaves the rest as it is', () => {
    expect(redactInput({ a: 1, b: true, c: null, d: ['x'] })).toEqual({ a: 1, b: true, c: null, d: ['x'] });
    const kept = redactInput({ text: 'x'.repeat(5000), list: Array.from({ length: 500 }, () => 1) });
    expect(kept.text).toMatch(/x… \[1000 more characters\]$/);
    expect(kept.list).toHaveLength(100);
    let deep: unknown = 'bottom';
    for (let n = 0; n < 50; n++) deep = { deep };
    expect(JSON.stringify(redactInput({ deep }))).toContain('[…]');
  });

  it('takes anything at all', () => {
    expect(redactInput(undefined)).toEqual({});
    expect(redactInput('text')).toEqual({ input: 'text' });
    expect(redactInput([1, undefined])).toEqual({ input: [1, 'undefined'] });
  });
});
