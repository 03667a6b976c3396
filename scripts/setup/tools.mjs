import { spawnSync } from 'node:child_process';
import { findProgram, installCommand } from './platform.mjs';
import { SetupProblem } from './problem.mjs';
import { isAtLeast, isSupportedNode, parseVersion } from './version.mjs';

const TOOLS = [
  {
    name: 'git',
    versionArgs: ['--version'],
    minimum: { major: 2, minor: 38 },
    why: 'Merges are tried out with `git merge-tree --write-tree`, which came with that version.',
  },
  {
    name: 'tmux',
    versionArgs: ['-V'],
    minimum: { major: 3, minor: 2 },
    why: 'Agents live in tmux sessions, so that they outlive a restart of the server.',
  },
];

export function requireNode(text = process.versions.node) {
  if (isSupportedNode(text)) return;
  throw new SetupProblem(
    `Node ${text} is not supported: 20.19 or a later 20, or 22.12 or newer is needed.`,
    'Install it from https://nodejs.org or with your version manager (`nvm install 22`), then run this command again.',
  );
}

export function requireTools(tools = TOOLS) {
  for (const tool of tools) requireTool(tool);
}

function requireTool({ name, versionArgs, minimum, why }) {
  const wanted = `${minimum.major}.${minimum.minor}`;
  const next = `${why}\nInstall it, then run this command again:\n\n${installCommand(name)}`;
  const program = findProgram(name);
  if (!program) throw new SetupProblem(`${name} ${wanted} or newer is needed, and was not found.`, next);

  const { stdout, stderr, status } = spawnSync(program, versionArgs, { encoding: 'utf8' });
  if (status !== 0)
    throw new SetupProblem(`${name} is installed (${program}) but does not run.`, next, { detail: stderr });

  const version = parseVersion(stdout);
  // A build from a development branch names no number ("tmux master"): it is newer than any release.
  if (!version || isAtLeast(version, minimum)) return;
  throw new SetupProblem(`${name} ${wanted} or newer is needed, and ${stdout.trim()} was found.`, next);
}

/** node-pty ships no Linux binary, so npm compiles it there: better to say so before the download than after. */
export function requireCompiler(platform = process.platform) {
  if (platform !== 'linux') return;
  const missing = missingCompilerParts();
  if (missing.length === 0) return;
  throw new SetupProblem(
    `Two packages are compiled during the installation, and this machine has no ${missing.join(', no ')}.`,
    `Install the compiler, then run this command again:\n\n${installCommand('compiler')}`,
  );
}

export function missingCompilerParts() {
  const parts = { 'C++ compiler': ['g++', 'c++', 'clang++'], make: ['make'], 'Python 3': ['python3'] };
  return Object.keys(parts).filter((part) => !parts[part].some((program) => findProgram(program)));
}
