import type { Command } from 'commander';
import { ScenarioSpeed } from '@/shared/scenario';
import { runDemo } from '../demo/run_demo';

type Options = { headless?: boolean; json?: boolean; speed?: string; timeout: string; keep?: boolean };

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('a sample epic on practice agents, in a temporary home')
    .option('--headless', 'no browser: run to the final pull request, merge it and end')
    .option('--json', 'print one line of JSON when it is over; progress goes to standard error')
    .option('--speed <speed>', ScenarioSpeed.options.join(', '))
    .option('--timeout <seconds>', 'give up after this (headless)', '300')
    .option('--keep', 'leave its folder behind, to look into')
    .action(async (options: Options) => {
      const headless = options.headless === true;
      const speed = ScenarioSpeed.parse(options.speed ?? (headless ? 'instant' : 'pleasant'));
      const print = options.json
        ? (line: string) => console.error(line)
        : (line: string) => console.log(line);
      const report = await runDemo(
        { headless, speed, timeoutSeconds: Number(options.timeout), keep: options.keep === true },
        print,
      );
      if (report !== null && options.json) console.log(JSON.stringify(report));
      else if (report !== null)
        console.log(`Done in ${report.seconds} s: ${report.subtasks} subtasks, ${report.merges} merges.`);
    });
}
