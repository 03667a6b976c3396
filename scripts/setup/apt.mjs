import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findProgram } from './platform.mjs';
import { runLogged } from './run_logged.mjs';
import { missingCompilerParts } from './tools.mjs';

/** On a throw-away Debian (root and CI) nobody is there to type the command, so the missing packages are installed. */
export async function installSystemPackages(context, { browser, compiler }) {
  if (!isDisposableDebian()) return;
  const packages = missingPackages({ browser, compiler });
  if (packages.length === 0) return;

  const apt = (label, args) =>
    runLogged(context, {
      label,
      command: 'apt-get',
      args,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      next: `Install ${packages.join(' ')} by hand, then run this command again.`,
    });
  await apt('Reading the list of system packages', ['update', '-q']);
  await apt(`Installing ${packages.join(', ')}`, [
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    ...packages,
  ]);
}

function isDisposableDebian() {
  const inCi = !['', '0', 'false'].includes(process.env.CI ?? '');
  return (
    inCi && process.getuid?.() === 0 && existsSync('/etc/debian_version') && Boolean(findProgram('apt-get'))
  );
}

function missingPackages({ browser, compiler }) {
  const packages = ['git', 'tmux'].filter((name) => !findProgram(name));
  if (browser && !findProgram('chromium')) packages.push('chromium');
  if (browser && !isDebianPackageInstalled('fonts-noto-color-emoji')) packages.push('fonts-noto-color-emoji');
  if (compiler && missingCompilerParts().length > 0) packages.push('g++', 'make', 'python3');
  return packages;
}

function isDebianPackageInstalled(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own format syntax
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' });
  return stdout?.includes('install ok installed') ?? false;
}
