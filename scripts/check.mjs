import { spawn } from 'node:child_process';
import { reportProblems } from './setup/problem.mjs';
import { setup } from './setup.mjs';

const CHECKS = [
  { name: 'types', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', '.'] },
  {
    name: 'format and lint',
    program: '@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--max-diagnostics=200', '.'],
  },
  { name: 'layers', program: 'dependency-cruiser/bin/dependency-cruise.mjs', args: ['src'] },
  {
    name: 'dead code',
    program: 'knip/bin/knip.js',
    args: ['--no-progress'],
  },
];

await reportProblems(async () => {
  await setup({ build: [] });
  if (process.argv.includes('--write')) await run('@biomejs/biome/bin/biome', ['check', '--write', '.']);

  const results = await Promise.all(CHECKS.map(runCheck));
  console.log('');
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
});

async function runCheck({ name, program, args }) {
  const started = performance.now();
  const { code, output } = await run(program, args);
  if (code !== 0) console.log(`\n── ${name} ──\n${output.trimEnd()}`);
  return { name, passed: code === 0, seconds: Math.round((performance.now() - started) / 1000) };
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`node_modules/${program}`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
