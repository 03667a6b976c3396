import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Launch } from '../providers/provider';

/** The agent's own folder: nobody else may look in. */
export async function makeFilesDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
}

/** By rename: a program that reads while we write sees the old file or the new one. */
export async function writeFiles(files: Launch['files']): Promise<void> {
  await Promise.all(
    files.map(async (file) => {
      await mkdir(path.dirname(file.path), { recursive: true, mode: 0o700 });
      const draft = `${file.path}.${randomBytes(4).toString('hex')}.part`;
      await writeFile(draft, file.content, { mode: file.mode ?? 0o600 });
      await rename(draft, file.path);
    }),
  );
}
