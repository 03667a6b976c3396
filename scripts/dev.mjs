import { reportProblems } from './setup/problem.mjs';
import { readEnvFile } from './setup/read_env_file.mjs';
import { runProgram } from './setup/run_program.mjs';
import { ROOT, setup } from './setup.mjs';

await reportProblems(async () => {
  // The pages reload by themselves; the bundles are still needed, because agents run two of them as programs.
  await setup({ build: ['bundles'] });
  readEnvFile(ROOT);
  const args = [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    'src/server.ts',
    ...process.argv.slice(2),
  ];
  process.exitCode = await runProgram(process.execPath, args, { env: { NODE_ENV: 'development' } });
});
