import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportProblems } from './setup/problem.mjs';
import { readEnvFile } from './setup/read_env_file.mjs';
import { ROOT, setup } from './setup.mjs';

await reportProblems(async () => {
  await setup();
  readEnvFile(ROOT);
  process.env.NODE_ENV = 'production';
  process.setSourceMapsEnabled(true);
  // In this very process: arguments, signals and the exit code are the server's own, with no wrapper to outlive it.
  process.argv[1] = path.join(ROOT, 'dist/server.mjs');
  await import(pathToFileURL(process.argv[1]).href);
});
