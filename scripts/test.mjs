import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countTests } from './setup/count_tests.mjs';
import { reportProblems } from './setup/problem.mjs';
import { runProgram } from './setup/run_program.mjs';
import { ROOT, setup } from './setup.mjs';

let lastLine = '0 passed, 1 failed';
await reportProblems(async () => {
  await setup({ browser: true });
  const report = path.join(ROOT, '.setup', `tests-${process.pid}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)];
  const code = await runProgram(process.execPath, args, { env: { NODE_ENV: 'test' } });

  const { failures, line } = countTests({ report: read(report), exitCode: code, root: ROOT });
  rmSync(report, { force: true });
  for (const failure of failures) console.log(`failed: ${failure}`);
  lastLine = line;
  process.exitCode = code;
});
console.log(lastLine);

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
