import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installSystemPackages } from './apt.mjs';
import { countPackages } from './count_packages.mjs';
import { sha256 } from './fingerprint.mjs';
import { installCommand } from './platform.mjs';
import { SetupProblem } from './problem.mjs';
import { runLogged } from './run_logged.mjs';
import { requireCompiler } from './tools.mjs';

const NATIVE = ['better-sqlite3', 'node-pty'];

export const installStep = {
  name: 'install',
  // Compiled packages belong to one Node ABI and one platform, so a change of Node counts as a change of input.
  key: ({ fingerprints }) =>
    sha256(
      `${fingerprints.of(['package-lock.json', '.npmrc'])} ${process.versions.modules} ${process.platform} ${process.arch}`,
    ),
  outputs: () => ['node_modules/.package-lock.json'],
  async run(context) {
    await installSystemPackages(context, { compiler: true });
    if (!matchesLock(context.root)) await installPackages(context);
    if (nativeProblem(context.root)) await rebuildNative(context);
    const problem = nativeProblem(context.root);
    if (!problem) return;
    throw new SetupProblem('The compiled packages were installed but do not load.', compilerAdvice(), {
      detail: problem,
    });
  },
};

async function installPackages(context) {
  requireCompiler();
  await runLogged(context, {
    label: 'Installing packages (a few minutes the first time)',
    // Development packages build and test the app, whatever NODE_ENV or `omit` says in the user's shell.
    ...npm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--foreground-scripts',
      '--loglevel=http',
      '--no-audit',
      '--no-fund',
    ]),
    note: countPackages(),
    explain: explainNpm,
  });
}

/** Also the answer to `ignore-scripts=true` in the user's npmrc: only these two are allowed to run theirs. */
async function rebuildNative(context) {
  requireCompiler();
  await runLogged(context, {
    label: `Building ${NATIVE.join(' and ')}`,
    ...npm(['rebuild', ...NATIVE, '--ignore-scripts=false', '--foreground-scripts']),
    explain: explainNpm,
  });
}

/** The npm that started us, run by this very Node: PATH may hold another one, or none. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const env = { NODE_ENV: 'development', ...headersOfNode() };
  if (cli && path.basename(cli) === 'npm-cli.js')
    return { command: process.execPath, args: [cli, ...args], env };
  return { command: 'npm', args, env };
}

/** Where Node brought its headers along, compiling needs no download of them, which a proxy or a bare network may refuse. */
function headersOfNode() {
  if (process.env.npm_config_nodedir) return {};
  const nodedir = path.resolve(path.dirname(process.execPath), '..');
  const header = readText(path.join(nodedir, 'include/node/node_version.h'));
  const version = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`^#define NODE_${part}_VERSION (\\d+)$`, 'm').exec(header)?.[1],
  );
  return version.join('.') === process.versions.node ? { npm_config_nodedir: nodedir } : {};
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** npm writes its own lock into node_modules at the end of an install, so agreement means a complete one. */
function matchesLock(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const present = readPackages(path.join(root, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  const entries = Object.entries(wanted).filter(([name]) => name !== '');
  return (
    entries.every(([name, { version, optional }]) =>
      present[name] ? present[name].version === version : optional,
    ) && Object.keys(present).every((name) => name in wanted)
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function nativeProblem(root) {
  const load = "new (require('better-sqlite3'))(':memory:').close(); require('node-pty')";
  const { status, stderr, error } = spawnSync(process.execPath, ['-e', load], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
}

export function explainNpm(log) {
  if (/gyp ERR! stack .*network connectivity/.test(log))
    return 'A package is compiled here, and the headers of Node for that could not be downloaded. Check the network (and npm’s proxy settings), or install Node with its headers, then run this command again.';
  if (/gyp ERR|node-gyp/.test(log)) return compilerAdvice();
  if (/ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN/.test(log))
    return 'The package registry could not be reached. Check the network (and npm’s proxy settings), then run this command again.';
  if (/ENOSPC/.test(log))
    return 'The disk is full: about 1.5 GB is needed. Make room, then run this command again.';
  if (/EACCES|EPERM/.test(log))
    return 'A file could not be written. Make this folder yours (`sudo chown -R "$USER" .`), then run this command again.';
  return undefined;
}

function compilerAdvice() {
  return `Compiling a package failed. Install a compiler, then run this command again:\n\n${installCommand('compiler')}\n`;
}
