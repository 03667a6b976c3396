import { expect, it } from 'vitest';
import { parseRemote } from './parse_remote';

it.each([
  'https://github.com/acme/app.git',
  'https://github.com/acme/app',
  'https://token@github.com/acme/app/',
  'git@github.com:acme/app.git',
  'ssh://git@github.com/acme/app.git',
  'ssh://git@github.com:22/acme/app.git',
])('%s is acme/app', (url) => {
  expect(parseRemote(url, ['github.com'])).toEqual({ owner: 'acme', name: 'app' });
});

it.each([
  'https://gitlab.com/acme/app.git',
  'https://notgithub.com/acme/app.git',
  '/srv/repos/app.git',
  '../app.git',
  'https://github.com/acme',
  '',
])('%s is not on GitHub', (url) => {
  expect(parseRemote(url, ['github.com'])).toBeNull();
});
