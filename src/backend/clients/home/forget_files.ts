import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Deletes the files of a folder that nobody has written to since, and says how many. */
export async function forgetFiles(input: { dir: string; before: Date }): Promise<number> {
  const names = await readdir(input.dir).catch(() => []);
  let forgotten = 0;
  for (const name of names) {
    const file = path.join(input.dir, name);
    const found = await stat(file).catch(() => null);
    if (found === null || !found.isFile() || found.mtime >= input.before) continue;
    await rm(file, { force: true });
    forgotten += 1;
  }
  return forgotten;
}
