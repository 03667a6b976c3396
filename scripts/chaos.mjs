import { reportProblems } from './setup/problem.mjs';
import { runProgram } from './setup/run_program.mjs';
import { setup } from './setup.mjs';

await reportProblems(async () => {
  await setup({ build: ['bundles'] });
  const args = ['--import', 'tsx', 'tests/chaos/run.ts', ...process.argv.slice(2)];
  process.exitCode = await runProgram(process.execPath, args, { env: { NODE_ENV: 'test' } });
});
