import { installStep } from './install.mjs';
import { runLogged } from './run_logged.mjs';

export const prismaClientStep = {
  name: 'prisma-client',
  key: (context) =>
    `${context.fingerprints.of(['prisma/schema.prisma', 'prisma.config.ts'])} ${installStep.key(context)}`,
  outputs: () => ['src/backend/resource_accessors/generated/client.ts'],
  run: (context) =>
    runLogged(context, {
      label: 'Generating the database client',
      command: process.execPath,
      args: ['node_modules/prisma/build/index.js', 'generate'],
      next: 'Correct prisma/schema.prisma, then run this command again.',
    }),
};
