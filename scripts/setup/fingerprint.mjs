import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from './write_atomically.mjs';

// A file changed within this time of being hashed could change again without a new timestamp, so it is read again.
const TIMESTAMP_DOUBT_MS = 2_000;

/**
 * Fingerprints files by content. Reading everything each time would cost the start its second, so a digest is kept
 * beside the facts that change with any write: inode, size, mtime and ctime.
 */
export function openFingerprints(root, cacheFile) {
  const known = readCache(cacheFile);
  let changed = false;

  const digest = (relative) => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path.join(root, relative));
    const facts = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    const entry = known[relative];
    if (entry?.facts === facts) return entry.digest;
    const fresh = { facts, digest: sha256(readFileSync(path.join(root, relative))) };
    if (Date.now() - Math.max(mtimeMs, ctimeMs) > TIMESTAMP_DOUBT_MS) {
      known[relative] = fresh;
      changed = true;
    }
    return fresh.digest;
  };

  return {
    /** One value for all files at or below `inputs`; a missing input counts as absent, not as an error. */
    of(inputs, isIgnored = () => false) {
      const files = inputs.flatMap((input) => listFiles(root, input)).filter((file) => !isIgnored(file));
      return sha256(
        [...new Set(files)]
          .sort()
          .map((file) => `${file}\0${digest(file)}\n`)
          .join(''),
      );
    },
    save() {
      if (changed) writeAtomically(cacheFile, JSON.stringify(known));
      changed = false;
    },
  };
}

export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

function listFiles(root, relative) {
  const stats = statSync(path.join(root, relative), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [relative];
  return readdirSync(path.join(root, relative), { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const child = path.posix.join(relative, entry.name);
      return entry.isFile() ? [child] : entry.isDirectory() ? listFiles(root, child) : [];
    });
}

function readCache(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Missing or damaged: only a cache, the files are read again.
    return {};
  }
}
