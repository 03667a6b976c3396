import { existsSync } from 'node:fs';
import path from 'node:path';
import { isTest } from './bundles.mjs';
import { installStep } from './install.mjs';
import { runLogged } from './run_logged.mjs';

// Of the backend the pages use only types, so an edit there leaves this build as it is.
const INPUTS = [
  'src/app',
  'src/frontend',
  'src/shared',
  'public',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'tsconfig.next.json',
  'scripts/setup/pages.mjs',
];

export const pagesStep = {
  name: 'pages',
  key(context) {
    if (!existsSync(path.join(context.root, 'src/app/layout.tsx'))) return undefined;
    return `${context.fingerprints.of(INPUTS, isTest)} ${installStep.key(context)}`;
  },
  outputs: () => ['.next/BUILD_ID'],
  run: (context) =>
    runLogged(context, {
      label: 'Building the pages',
      command: process.execPath,
      args: ['node_modules/next/dist/bin/next', 'build'],
      env: { NODE_ENV: 'production' },
      next: 'Correct the source, then run this command again.',
    }),
};
