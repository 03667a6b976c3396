import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installStep } from './install.mjs';
import { SetupProblem } from './problem.mjs';
import { startProgress } from './progress.mjs';

/** A standalone program carries its packages with it: an agent or a hook waits for it to start. */
const ENTRIES = [
  { name: 'server', source: 'src/server.ts' },
  { name: 'factory', source: 'src/cli/factory.ts' },
  { name: 'practice', source: 'src/backend/agents/providers/practice/program/main.ts', standalone: true },
  { name: 'hook', source: 'src/backend/agents/providers/claude/hook.ts', standalone: true },
  { name: 'starter', source: 'src/backend/clients/process/starter/program.ts', standalone: true },
];

const INPUTS = [
  'src/server.ts',
  'src/backend',
  'src/cli',
  'src/shared',
  'prisma/schema.prisma',
  'tsconfig.json',
  'scripts/setup/bundles.mjs',
];

export const bundlesStep = {
  name: 'bundles',
  key(context) {
    if (present(context).length === 0) return undefined;
    const isIgnored = (file) => isTest(file) || file.startsWith('src/backend/resource_accessors/generated/');
    return `${context.fingerprints.of(INPUTS, isIgnored)} ${installStep.key(context)}`;
  },
  outputs: (context) => present(context).map(({ name }) => `dist/${name}.mjs`),
  async run(context) {
    const progress = startProgress('Building the server');
    try {
      await bundle(context);
    } catch (error) {
      progress.end(false);
      throw new SetupProblem(
        'The server could not be built.',
        'Correct the source, then run this command again.',
        {
          cause: error,
          detail: error.message,
        },
      );
    }
    progress.end(true);
  },
};

export function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

function present({ root }) {
  return ENTRIES.filter(({ source }) => existsSync(path.join(root, source)));
}

/** Built beside dist and moved in file by file: a server or agent that starts meanwhile never reads half a program. */
async function bundle(context) {
  const { build } = createRequire(path.join(context.root, 'package.json'))('esbuild');
  const draft = path.join(context.root, 'dist', `.draft-${process.pid}`);
  const options = {
    absWorkingDir: context.root,
    outdir: draft,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'silent',
  };
  const entryPoints = (wanted) =>
    present(context)
      .filter(({ standalone = false }) => standalone === wanted)
      .map(({ name, source }) => ({ in: source, out: name }));
  try {
    await build({ ...options, entryPoints: entryPoints(false), packages: 'external' });
    await build({
      ...options,
      entryPoints: entryPoints(true),
      minifySyntax: true,
      // Packages written as CommonJS call require() for Node's own modules, which an ES module does not have.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
    mkdirSync(draft, { recursive: true });
    for (const file of readdirSync(draft))
      renameSync(path.join(draft, file), path.join(context.root, 'dist', file));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
