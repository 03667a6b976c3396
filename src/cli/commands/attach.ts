import type { Command } from 'commander';
import { runInTerminal } from '@/backend/clients/process/run_in_terminal';
import { FactoryError } from '@/backend/domain/errors';
import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import { findTask } from '../find';
import { type Factory, withFactory } from '../open_factory';

export function addAttach(program: Command): void {
  program
    .command('attach')
    .description("open an agent's terminal here; close the window to leave, the agent goes on")
    .argument('<task>', 'the id of a task, or the first characters of it')
    .option('--write', 'type into it as well as look')
    .option('--print', 'only print the command')
    .action(async (word: string, options: { write?: boolean; print?: boolean }) => {
      const args = await withFactory((factory) => findTerminal(factory, word, options.write === true));
      if (options.print) console.log(['tmux', ...args].join(' '));
      else process.exitCode = await runInTerminal('tmux', args);
    });
}

async function findTerminal({ deps, config }: Factory, word: string, write: boolean): Promise<string[]> {
  const task = await findTask(deps, word);
  const agents = await listAgents(deps.store, { taskIds: [task.id], live: true });
  const sessions = await deps.tmux.listSessions();
  const agent = agents.find(({ tmuxName }) => sessions.some(({ name }) => name === tmuxName));
  if (agent === undefined) {
    throw new FactoryError(
      'WRONG_STATE',
      `No agent of “${task.title}” (${task.state}) has a terminal open now.`,
      'The log of an ended session is on the page of its task.',
    );
  }
  const flags = write ? 'ignore-size' : 'ignore-size,read-only';
  return ['-u', '-S', config.home.tmuxSocket, 'attach-session', '-f', flags, '-t', `=${agent.tmuxName}`];
}
