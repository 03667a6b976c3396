import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportProblems } from './setup/problem.mjs';
import { readEnvFile } from './setup/read_env_file.mjs';
import { ROOT, setup } from './setup.mjs';

await reportProblems(async () => {
  await setup({ build: ['bundles'] });
  readEnvFile(ROOT);
  process.setSourceMapsEnabled(true);
  process.argv[1] = path.join(ROOT, 'dist/factory.mjs');
  await import(pathToFileURL(process.argv[1]).href);
});
