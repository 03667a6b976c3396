import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CRUISER = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

const rulesSchema = z.object({ forbidden: z.array(z.object({ name: z.string() })) });
const reportSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** Everything that the direction allows, one file a layer, so that a rule which forbids too much is noticed too. */
const ALLOWED: Record<string, string> = {
  'src/shared/id.ts': "import { z } from 'zod'; export const id = z.string();",
  'src/backend/domain/errors.ts': "import { id } from '@/shared/id'; export const code = id;",
  'src/backend/domain/errors.test.ts': "import 'node:fs'; import 'vitest'; import './errors';",
  'src/backend/resource_accessors/generated/client.ts': 'export const prisma = 1;',
  'src/backend/resource_accessors/task.ts':
    "import 'better-sqlite3'; import '@prisma/client'; import { prisma } from './generated/client'; import { code } from '@/backend/domain/errors'; export const task = [prisma, code];",
  'src/backend/clients/git.ts':
    "import 'node:child_process'; import 'execa'; import '@octokit/rest'; import { code } from '@/backend/domain/errors'; export const git = code;",
  'src/backend/agents/session.ts': "import { git } from '@/backend/clients/git'; export const session = git;",
  'src/backend/agents/providers/claude/hook.ts':
    "import 'node:child_process'; import 'zod'; import '@/shared/id';",
  'src/backend/agents/providers/practice/program/main.ts':
    "import 'node:child_process'; import '@modelcontextprotocol/sdk'; import { step } from './step'; import '@/shared/id'; export { step };",
  'src/backend/agents/providers/practice/program/step.ts': 'export const step = 1;',
  'src/backend/services/task/create.ts':
    "import { task } from '@/backend/resource_accessors/task'; import { session } from '@/backend/agents/session'; export const create = [task, session];",
  'src/backend/workflows/run.ts':
    "import { create } from '@/backend/services/task/create'; export const run = create;",
  'src/backend/trpc/root.ts':
    "import { create } from '@/backend/services/task/create'; export type Root = typeof create;",
  'src/backend/routers/mcp/tool.ts':
    "import { create } from '@/backend/services/task/create'; export const tool = create;",
  'src/backend/compose.ts': "import { tool } from '@/backend/routers/mcp/tool'; export const app = tool;",
  'src/server.ts': "import { app } from '@/backend/compose'; export { app };",
  'src/cli/factory.ts': "import { app } from '@/backend/compose'; export { app };",
  'src/frontend/client.ts':
    "import type { Root } from '@/backend/trpc/root'; import '@/shared/id'; export type Client = Root;",
  'src/app/page.tsx':
    "import type { Client } from '@/frontend/client'; import '@/shared/id'; export type Page = Client;",
};

/** The file that breaks a rule, the rule, and the import that does it. Several imports of one kind are several lines. */
const BROKEN: Array<[rule: string, file: string, source: string]> = [
  ['shared-imports-nothing', 'src/shared/a.ts', "import type { code } from '@/backend/domain/errors';"],
  ['shared-and-domain-are-pure', 'src/shared/b.ts', "import 'node:fs';"],
  ['domain-imports-shared', 'src/backend/domain/a.ts', "import '@/backend/resource_accessors/task';"],
  ['shared-and-domain-are-pure', 'src/backend/domain/b.ts', "import { readFileSync } from 'fs';"],
  ['accessors-import-domain', 'src/backend/resource_accessors/a.ts', "import '@/backend/clients/git';"],
  ['accessors-import-domain', 'src/backend/resource_accessors/b.ts', "import '../services/task/create';"],
  [
    'clients-import-domain',
    'src/backend/clients/a.ts',
    "import type { task } from '../resource_accessors/task';",
  ],
  [
    'clients-import-domain',
    'src/backend/clients/b.ts',
    "export const later = () => import('@/backend/agents/session');",
  ],
  ['services-import-downward', 'src/backend/services/a.ts', "import '@/backend/trpc/root';"],
  [
    'services-import-downward',
    'src/backend/agents/a.ts',
    "export type T = import('@/backend/routers/mcp/tool').tool;",
  ],
  ['services-import-downward', 'src/backend/pipelines/a.ts', "export * from '@/backend/compose';"],
  ['transports-import-downward', 'src/backend/trpc/a.ts', "import '@/backend/compose';"],
  ['transports-import-downward', 'src/backend/inngest/a.ts', "import '@/server';"],
  ['compose-imports-backend', 'src/backend/compose.ts', "import '@/frontend/client';"],
  ['entries-import-backend', 'src/server.ts', "import '@/app/page';"],
  ['entries-import-backend', 'src/cli/a.ts', "import '@/frontend/client';"],
  [
    'programs-import-shared',
    'src/backend/agents/providers/practice/program/a.ts',
    "import '@/backend/domain/errors';",
  ],
  [
    'programs-import-shared',
    'src/backend/agents/providers/claude/hook.ts',
    "import '@/backend/clients/git';",
  ],
  ['programs-use-few-packages', 'src/backend/agents/providers/practice/program/b.ts', "import 'execa';"],
  [
    'programs-are-not-imported',
    'src/backend/services/b.ts',
    "import '@/backend/agents/providers/claude/hook';",
  ],
  ['pages-import-frontend', 'src/app/a.tsx', "import type { Root } from '@/backend/trpc/root';"],
  ['frontend-imports-shared', 'src/frontend/a.ts', "import type { code } from '@/backend/domain/errors';"],
  ['frontend-imports-trpc-as-type', 'src/frontend/b.ts', "import { Root } from '@/backend/trpc/root';"],
  ['known-layer', 'src/backend/helpers/a.ts', "import 'zod';"],
  ['known-layer', 'src/lib/a.ts', "import 'zod';"],
  ['only-accessors-use-the-database', 'src/backend/services/c.ts', "import 'better-sqlite3';"],
  ['only-accessors-use-the-database', 'src/backend/trpc/b.ts', "import type { A } from '@prisma/client';"],
  [
    'only-accessors-use-the-database',
    'src/backend/services/d.ts',
    "import type { prisma } from '@/backend/resource_accessors/generated/client';",
  ],
  ['only-clients-use-processes-and-network', 'src/backend/services/e.ts', "import 'node:child_process';"],
  ['only-clients-use-processes-and-network', 'src/backend/services/f.ts', "import 'child_process';"],
  ['only-clients-use-processes-and-network', 'src/backend/agents/b.ts', "import 'execa';"],
  ['only-clients-use-processes-and-network', 'src/backend/routers/a.ts', "import 'node-pty';"],
  ['only-clients-use-processes-and-network', 'src/backend/routers/b.ts', "import '@octokit/rest';"],
  ['no-tests-in-the-product', 'src/backend/services/g.ts', "import '@/backend/domain/errors.test';"],
  ['no-tests-in-the-product', 'src/backend/services/h.ts', "import 'vitest';"],
  ['no-circular', 'src/frontend/c.ts', "import './d'; export const c = 1;"],
  ['not-resolvable', 'src/frontend/e.ts', "import '@/frontend/nowhere';"],
];

const PACKAGES = [
  ...['zod', 'execa', 'node-pty', 'better-sqlite3', 'vitest'],
  ...['@octokit/rest', '@prisma/client', '@modelcontextprotocol/sdk'],
];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'factory-layers-'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json'])
    copyFileSync(path.join(ROOT, name), path.join(folder, name));
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  write(
    'package.json',
    JSON.stringify({ dependencies: Object.fromEntries(PACKAGES.map((name) => [name, '1.0.0'])) }),
  );
  for (const [file, source] of Object.entries(ALLOWED)) write(file, source);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the layer checker', () => {
  it('accepts every import that the direction allows', () => {
    expect(cruise()).toEqual([]);
  });

  it('reports a planted violation of each rule', () => {
    for (const [, file, source] of BROKEN) write(file, `${source}\n${ALLOWED[file] ?? ''}`);
    write('src/frontend/d.ts', "import { c } from './c'; export const d = c;");
    const found = new Set(cruise().map(({ rule, from }) => `${rule.name} ${from}`));

    const missed = BROKEN.map(([rule, file]) => `${rule} ${file}`).filter((planted) => !found.has(planted));
    expect(missed).toEqual([]);
    const planted = new Set(BROKEN.map(([rule]) => rule));
    expect(ruleNames().filter((rule) => !planted.has(rule))).toEqual([]);
  });

  it('makes the command fail', () => {
    const { status, stdout } = spawnSync(process.execPath, [CRUISER, 'src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stdout).toContain('error shared-imports-nothing: src/shared/a.ts');
  });
});

function cruise() {
  const output = execFileSync(process.execPath, [CRUISER, 'src', '--output-type', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return reportSchema.parse(JSON.parse(output)).summary.violations;
}

function ruleNames() {
  const config = createRequire(import.meta.url)(path.join(ROOT, '.dependency-cruiser.cjs'));
  return rulesSchema.parse(config).forbidden.map(({ name }) => name);
}

function write(file: string, content: string) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}
