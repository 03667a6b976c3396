import type { Command } from 'commander';
import { planNow } from '@/backend/services/reconciler/plan_now';
import { findKey } from '../find';
import { withFactory } from '../open_factory';
import { paint, plain, printJson } from '../print';

export function addPlan(program: Command): void {
  program
    .command('plan')
    .description('what the reconciler would do now; asking changes nothing')
    .argument(
      '[key]',
      'task:<id>, worktree:<id>, agent:<id>, merge:<epic id>, project:<id> or system; the first characters of an id will do',
    )
    .option('--json', 'as JSON')
    .action((key: string | undefined, options: { json?: boolean }) =>
      withFactory(async ({ deps, bindPorts }) => {
        const planned = await planNow(
          // As a server sees it that has looked all the time.
          { ...deps, ports: bindPorts(deps), watchedSince: () => new Date(0) },
          key === undefined ? undefined : await findKey(deps, key),
        );
        if (options.json) return printJson(planned);
        if (planned.length === 0) console.log('Nothing to do.');
        for (const { type, key: about, reason, ...rest } of planned) {
          const facts = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
          const line = `${paint('bold', type)} ${about} ${plain(reason)} ${paint('gray', facts.join(' '))}`;
          console.log(line.trimEnd());
        }
      }),
    );
}
