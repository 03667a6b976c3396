import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client';
import superjson from 'superjson';
import { expect, it } from 'vitest';
import type { AppRouter } from '@/backend/trpc/root';
import { describeFailure } from './failure';

it('reads what the server says', () => {
  const thrown = Object.assign(new Error('x'), {
    data: {
      code: 'CONFLICT',
      factory: {
        code: 'ALREADY_EXISTS',
        message: 'Taken.',
        next: 'Choose another.',
        fields: { name: 'Taken.' },
      },
    },
  });
  expect(describeFailure(thrown)).toEqual({
    code: 'ALREADY_EXISTS',
    title: 'Taken.',
    next: 'Choose another.',
    fields: { name: 'Taken.' },
  });
});

it.each([httpLink, httpBatchLink])('says who is turned away at the door, and why', async (link) => {
  const refusal = { ok: false, message: 'You are not signed in.', next: 'Run: npm run factory -- open' };
  const turnAway = async () => Response.json(refusal, { status: 401 });
  const client = createTRPCClient<AppRouter>({
    links: [link({ url: 'http://127.0.0.1/api/trpc', transformer: superjson, fetch: turnAway })],
  });
  const thrown = await client.mail.send
    .mutate({ to: { agentId: 'a' }, subject: 's', body: 'b' })
    .catch((e) => e);
  expect(describeFailure(thrown)).toEqual({
    code: 'NOT_SIGNED_IN',
    title: refusal.message,
    next: refusal.next,
    fields: {},
  });
});

it('tells a server that is gone from a failure', () => {
  expect(describeFailure(new TypeError('Failed to fetch')).code).toBe('UNREACHABLE');
  expect(describeFailure(new Error('boom'))).toMatchObject({
    code: 'INTERNAL',
    title: 'Unexpected failure: boom',
  });
  expect(describeFailure('plain').title).toContain('plain');
});
