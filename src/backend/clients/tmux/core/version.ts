import { existsSync } from 'node:fs';
import { FactoryError } from '@/backend/domain/errors';

const OLDEST = { major: 3, minor: 2 };

const INSTALL_COMMANDS = [
  { sign: '/usr/bin/apt-get', command: 'sudo apt-get install -y tmux' },
  { sign: '/usr/bin/dnf', command: 'sudo dnf install -y tmux' },
  { sign: '/usr/bin/pacman', command: 'sudo pacman -S tmux' },
  { sign: '/usr/bin/zypper', command: 'sudo zypper install tmux' },
  { sign: '/sbin/apk', command: 'sudo apk add tmux' },
] as const;

/** Throws unless this is what `tmux -V` of 3.2 or newer prints: `tmux 3.3a`, `tmux next-3.4`, `tmux openbsd-7.4`. */
export function checkVersionText(text: string): { version: string } {
  const version = text.trim().replace(/^tmux\s+/, '');
  // OpenBSD ships tmux with the system and counts by the system; master is newer than any release.
  if (/^(openbsd-\d|master)/.test(version)) return { version };
  const found = /^(?:next-)?(\d+)\.(\d+)/.exec(version);
  if (!found) {
    throw new FactoryError(
      'MISSING_TOOL',
      `tmux answered "${version.slice(0, 80)}" when asked for its version.`,
      `Make sure that the first tmux on PATH is tmux 3.2 or newer: ${installCommand()}.`,
    );
  }
  const major = Number(found[1]);
  const minor = Number(found[2]);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return { version };
  throw new FactoryError(
    'MISSING_TOOL',
    `tmux ${version} is too old: Factory Factory needs tmux ${OLDEST.major}.${OLDEST.minor} or newer.`,
    `Install a newer one: ${installCommand()}.`,
    { data: { version } },
  );
}

export function tmuxIsMissing(cause: unknown): FactoryError {
  return new FactoryError(
    'MISSING_TOOL',
    'tmux is not installed, or not on PATH. Agents run in it, so none can be started.',
    `Install it: ${installCommand()}.`,
    { cause },
  );
}

function installCommand(): string {
  if (process.platform === 'darwin') return 'brew install tmux';
  const known = INSTALL_COMMANDS.find((candidate) => existsSync(candidate.sign));
  return known?.command ?? "your system's package manager has it as tmux";
}
