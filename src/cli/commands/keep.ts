import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { readConfig } from '@/backend/clients/home/read_config';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { readEverything } from '@/backend/resource_accessors/read/read_everything';
import { backUpDatabase, restoreDatabase } from '@/backend/resource_accessors/store/back_up';
import { withFactory } from '../open_factory';

/** What a person keeps: an export to read, a backup to go back to. */
export function addKeep(program: Command): void {
  program
    .command('export')
    .description('everything that happened, as JSON Lines without secrets')
    .argument('[file]', 'where to; standard output without it')
    .action((file?: string) =>
      withFactory(async ({ deps }) => {
        const rows = readEverything(deps.store);
        if (file === undefined) return void (await pour(rows, process.stdout));
        const out = createWriteStream(file, { mode: 0o600, flags: 'wx' });
        const written = pipeOut(rows, out).catch((cause: unknown) => {
          throw new FactoryError(
            'BAD_INPUT',
            `${file} cannot be written (${messageOf(cause)}).`,
            'Give the name of a new file, in a folder of yours.',
            { cause },
          );
        });
        console.log(`Wrote ${await written} rows to ${file}`);
      }),
    );
  program
    .command('backup')
    .description('a copy of the database, also while the server runs')
    .argument('[file]', 'where to; in the backups folder without it')
    .action(async (file?: string) => {
      const { home } = readConfig({ env: process.env, argv: [] });
      const to = path.resolve(file ?? path.join(home.backups, `${stamp()}.sqlite`));
      await backUpDatabase({ file: home.database, to });
      console.log(`Backed up to ${to}`);
    });
  program
    .command('restore')
    .description('put a backup in the place of the database; what was there is backed up first')
    .argument('<file>')
    .action(async (file: string) => {
      const { home } = readConfig({ env: process.env, argv: [] });
      const kept = path.join(home.backups, `${stamp()}-before-restore.sqlite`);
      restoreDatabase({ from: path.resolve(file), file: home.database, kept });
      console.log(`Restored ${file}`);
      if (existsSync(kept)) console.log(`What was there before is in ${kept}`);
    });
}

/** No faster than it is taken. */
async function pour(rows: AsyncIterable<unknown>, out: Writable): Promise<number> {
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
  }
  return count;
}

async function pipeOut(rows: AsyncIterable<unknown>, out: Writable): Promise<number> {
  await once(out, 'open');
  const count = await pour(rows, out);
  out.end();
  await finished(out);
  return count;
}

function stamp(): string {
  return new Date().toISOString().replace(/[:.]/g, '-');
}
