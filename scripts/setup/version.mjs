/** The first `major.minor` in a program's version text, or undefined ("tmux master" has none). */
export function parseVersion(text) {
  const match = /(\d+)\.(\d+)/.exec(text);
  return match ? { major: Number(match[1]), minor: Number(match[2]) } : undefined;
}

export function isAtLeast(version, minimum) {
  return version.major === minimum.major ? version.minor >= minimum.minor : version.major > minimum.major;
}

/** The same range as `engines` in package.json: 20.19 and later 20.x, then 22.12 and everything after it. */
export function isSupportedNode(text) {
  const version = parseVersion(text);
  if (!version) return false;
  if (version.major === 20) return version.minor >= 19;
  return isAtLeast(version, { major: 22, minor: 12 });
}
