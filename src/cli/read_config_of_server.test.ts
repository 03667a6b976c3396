import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHome } from '@/backend/clients/home/open_home';
import { layOutHome } from '@/backend/clients/home/read_config';
import { readConfigOfServer } from './read_config_of_server';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'ff-url-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('finds the server where it was last started, unless a port is named', () => {
  const env = { FACTORY_HOME: dir, NODE_ENV: 'test' as const };
  expect(readConfigOfServer(env).url).toBe('http://127.0.0.1:3000');
  openHome(layOutHome(dir)).rememberUrl('http://127.0.0.1:4001');
  expect(readConfigOfServer(env).url).toBe('http://127.0.0.1:4001');
  expect(readConfigOfServer({ ...env, PORT: '4002' }).url).toBe('http://127.0.0.1:4002');
});
