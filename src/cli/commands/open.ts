import type { Command } from 'commander';
import { openBrowser } from '@/backend/clients/process/open_browser';
import { FactoryError } from '@/backend/domain/errors';
import { readServerVersion, withFactory } from '../open_factory';

export function addOpen(program: Command): void {
  program
    .command('open')
    .description('a new link that signs a browser in, opened where there is one')
    .action(() =>
      withFactory(async ({ deps, config, home }) => {
        if ((await readServerVersion(config.url)) === null) {
          throw new FactoryError('UNAVAILABLE', `No server answers at ${config.url}.`, 'Start it: npm start');
        }
        const link = `${config.url}/?token=${home.currentToken()}`;
        console.log(link);
        if (config.openBrowser) await openBrowser({ run: deps.run }, link);
      }),
    );
}
