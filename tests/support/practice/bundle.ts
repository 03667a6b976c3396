import path from 'node:path';
import { build } from 'esbuild';

/** The practice program as `npm start` builds it, in a folder that stands for the installed program. */
export async function bundlePractice(rootDir: string): Promise<void> {
  await bundle(
    'src/backend/agents/providers/practice/program/main.ts',
    path.join(rootDir, 'dist', 'practice.mjs'),
  );
}

/** The program that starts programs for the server, built likewise. */
export async function bundleStarter(rootDir: string): Promise<string> {
  const program = path.join(rootDir, 'dist', 'starter.mjs');
  await bundle('src/backend/clients/process/starter/program.ts', program);
  return program;
}

async function bundle(source: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
