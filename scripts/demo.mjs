import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { reportProblems } from './setup/problem.mjs';
import { readEnvFile } from './setup/read_env_file.mjs';
import { ROOT, setup } from './setup.mjs';

await reportProblems(async () => {
  const args = process.argv.slice(2);
  // Nobody looks at pages without a browser.
  await setup({ build: args.includes('--headless') ? ['bundles'] : ['bundles', 'pages'] });
  readEnvFile(ROOT);
  process.setSourceMapsEnabled(true);
  const factory = path.join(ROOT, 'dist/factory.mjs');
  process.argv = [process.argv[0], factory, 'demo', ...args];
  await import(pathToFileURL(factory).href);
});
