#!/usr/bin/env node
// The whole set-up behind `npm start`, `npm test` and the rest. It runs before anything is installed, so it and the
// files in setup/ import only what Node brings along.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installSystemPackages } from './setup/apt.mjs';
import { bundlesStep } from './setup/bundles.mjs';
import { openFingerprints } from './setup/fingerprint.mjs';
import { installStep } from './setup/install.mjs';
import { withLock } from './setup/lock.mjs';
import { pagesStep } from './setup/pages.mjs';
import { prismaClientStep } from './setup/prisma_client.mjs';
import { reportProblems } from './setup/problem.mjs';
import { isFresh, refresh } from './setup/step.mjs';
import { requireNode, requireTools } from './setup/tools.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const QUIET = { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };

/** Does what is missing and nothing else. `build` names what the caller is going to run. */
export async function setup({ build = ['bundles', 'pages'], browser = false } = {}) {
  requireNode();
  process.chdir(ROOT);
  Object.assign(process.env, QUIET);

  const stateFolder = path.join(ROOT, '.setup');
  const fingerprints = openFingerprints(ROOT, path.join(stateFolder, 'fingerprints.json'));
  const context = { root: ROOT, stateFolder, fingerprints };
  const builds = [bundlesStep, pagesStep].filter(({ name }) => build.includes(name));

  await installSystemPackages(context, { browser });
  requireTools();
  await refreshAll(context, [installStep, prismaClientStep, ...builds]);
  fingerprints.save();
}

/** The lock is taken only when there is work: the common start reads a few hundred timestamps and goes on. */
async function refreshAll(context, steps) {
  if (steps.every((step) => isFresh(context, step))) return;
  const onWait = (pid) =>
    process.stderr.write(`Waiting for another set-up in this folder (process ${pid ?? '?'}) …\n`);
  await withLock(
    path.join(context.stateFolder, 'lock'),
    async ({ nameChild }) => {
      for (const step of steps) await refresh({ ...context, nameChild }, step);
    },
    { onWait },
  );
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await reportProblems(() => setup());
