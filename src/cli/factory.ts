import { Command } from 'commander';
import { ZodError } from 'zod';
import { toFactoryError } from '@/backend/domain/errors';
import { addAttach } from './commands/attach';
import { addDemo } from './commands/demo';
import { addDoctor } from './commands/doctor';
import { addEpic } from './commands/epic';
import { addKeep } from './commands/keep';
import { addMail } from './commands/mail';
import { addOpen } from './commands/open';
import { addPlan } from './commands/plan';
import { addStatus } from './commands/status';
import { addTasks } from './commands/tasks';
import { paint } from './print';

const program = new Command('factory')
  .description('Factory Factory from the command line. Everything here is also in the app.')
  .showHelpAfterError();
for (const add of [
  addStatus,
  addEpic,
  addTasks,
  addAttach,
  addMail,
  addPlan,
  addDoctor,
  addKeep,
  addOpen,
  addDemo,
]) {
  add(program);
}

// `factory export | head` has what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

program.parseAsync().catch((thrown: unknown) => {
  const message =
    thrown instanceof ZodError
      ? thrown.issues.map((issue) => issue.message).join(' ')
      : toFactoryError(thrown).sentence;
  console.error(`${paint('red', '✗')} ${message}`);
  process.exitCode = 1;
});
