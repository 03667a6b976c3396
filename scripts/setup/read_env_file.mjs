import { existsSync } from 'node:fs';
import path from 'node:path';

/** The user's own settings; a variable that is already set in the shell wins. Tests do not read this file. */
export function readEnvFile(root) {
  const file = path.join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
