import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const MANAGERS = {
  apt: { install: 'sudo apt-get install -y', ids: ['debian', 'ubuntu'] },
  dnf: { install: 'sudo dnf install -y', ids: ['fedora', 'rhel', 'centos'] },
  pacman: { install: 'sudo pacman -S --needed', ids: ['arch'] },
  zypper: { install: 'sudo zypper install -y', ids: ['suse', 'opensuse'] },
  apk: { install: 'sudo apk add', ids: ['alpine'] },
  brew: { install: 'brew install', ids: [] },
};

const PACKAGES = {
  compiler: {
    apt: 'build-essential python3',
    dnf: 'gcc-c++ make python3',
    pacman: 'base-devel python',
    zypper: 'gcc-c++ make python3',
    apk: 'build-base python3',
  },
};

/**
 * Read from os-release, not from PATH: a trimmed PATH must not change the advice.
 * @param {string} platform
 */
export function packageManager(platform = process.platform, osRelease = readOsRelease()) {
  if (platform === 'darwin') return 'brew';
  const ids = /^ID=(.*)$/m.exec(osRelease)?.[1] ?? '';
  const like = /^ID_LIKE=(.*)$/m.exec(osRelease)?.[1] ?? '';
  const words = `${ids} ${like}`.replaceAll('"', '').split(/\s+/);
  return (
    Object.keys(MANAGERS).find((name) => MANAGERS[name].ids.some((id) => words.includes(id))) ?? 'unknown'
  );
}

/** The exact command that installs `what` here; one line for each common system when this one is unknown. */
export function installCommand(what, manager = packageManager()) {
  if (what === 'compiler' && manager === 'brew') return 'xcode-select --install';
  const command = (name) => `${MANAGERS[name].install} ${PACKAGES[what]?.[name] ?? what}`;
  return manager === 'unknown' ? ['apt', 'dnf', 'pacman'].map(command).join('\n') : command(manager);
}

export function findProgram(name, searchPath = process.env.PATH ?? '') {
  return searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
