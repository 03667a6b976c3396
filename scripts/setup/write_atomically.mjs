import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function writeAtomically(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
