import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { createEpic } from '@/backend/services/task/create_epic';
import { ProviderName } from '@/shared/agent';
import { findProject } from '../find';
import { withFactory } from '../open_factory';
import { printJson } from '../print';

type Options = {
  project: string;
  title: string;
  file?: string;
  quick?: boolean;
  planFirst?: boolean;
  provider?: string;
  json?: boolean;
};

export function addEpic(program: Command): void {
  program
    .command('epic')
    .description('epics')
    .command('create')
    .description('write an epic; a running server starts on it at once')
    .requiredOption('--project <project>', 'its short name, id or path')
    .requiredOption('--title <title>', 'one line')
    .option('--file <file>', 'a file with the description (- reads standard input)')
    .option('--quick', 'one worker, no supervisor; you review it yourself')
    .option('--plan-first', 'wait for your approval of the breakdown')
    .option('--provider <name>', `who does it: ${ProviderName.options.join(' or ')}`)
    .option('--json', 'as JSON')
    .action((options: Options) =>
      withFactory(async ({ deps, config }) => {
        const project = await findProject(deps, options.project);
        const provider = options.provider === undefined ? {} : { provider: readProvider(options.provider) };
        const epic = await createEpic(deps, {
          projectId: project.id,
          parentId: null,
          title: options.title,
          description: options.file === undefined ? '' : readText(options.file),
          quick: options.quick ?? false,
          planFirst: options.planFirst ?? false,
          options: { supervisor: provider, worker: provider },
        });
        const url = `${config.url}/projects/${project.slug}/epics/${epic.id}`;
        if (options.json) printJson({ id: epic.id, branch: epic.branchName, url });
        else console.log(`Created ${epic.id.slice(0, 8)} “${epic.title}” on ${epic.branchName}\n${url}`);
      }),
    );
}

function readProvider(word: string): ProviderName {
  const provider = ProviderName.safeParse(word);
  if (provider.success) return provider.data;
  throw new FactoryError(
    'BAD_INPUT',
    `There is no provider “${word}”.`,
    `Choose ${ProviderName.options.join(' or ')}.`,
  );
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new FactoryError(
      'BAD_INPUT',
      `${file} cannot be read (${messageOf(cause)}).`,
      'Give a file with the description, or - for standard input.',
      { cause },
    );
  }
}
