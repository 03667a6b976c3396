import type { Command } from 'commander';
import { examine } from '../doctor/examine';
import type { Finding } from '../doctor/finding';
import { paint, printJson } from '../print';

const MARKS = { good: paint('green', '✓'), warning: paint('yellow', '!'), bad: paint('red', '✗') };

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('looks at everything that has to work, and says what to do about what does not')
    .option('--json', 'as JSON')
    .action(async (options: { json?: boolean }) => {
      const findings = await examine();
      if (options.json) printJson(findings);
      else for (const finding of findings) printFinding(finding);
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
    });
}

function printFinding({ state, about, message, next }: Finding): void {
  console.log(`${MARKS[state]} ${about.padEnd(10)} ${message}`);
  if (next !== '' && state !== 'good') console.log(paint('gray', `${' '.repeat(13)}${next}`));
}
