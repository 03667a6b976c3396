import { expect, it } from 'vitest';
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

it('tells a server that is gone from a failure', () => {
  expect(describeFailure(new TypeError('Failed to fetch')).code).toBe('UNREACHABLE');
  expect(describeFailure(new Error('boom'))).toMatchObject({
    code: 'INTERNAL',
    title: 'Unexpected failure: boom',
  });
  expect(describeFailure('plain').title).toContain('plain');
});
