import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { FactoryError } from '@/backend/domain/errors';
import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import { handOver } from '../attach/hand_over';
import { LEAVE_KEYS } from '../attach/leave_keys';
import { findTask } from '../find';
import { type Factory, withFactory } from '../open_factory';
import { paint } from '../print';
import { readConfigOfServer } from '../read_config_of_server';

type Options = { write?: boolean; print?: boolean };

/** tmux clears the screen when it begins. */
const READ_MS = 1500;

export function addAttach(program: Command): void {
  program
    .command('attach')
    .description(
      `an agent's terminal here: ${LEAVE_KEYS.read.words} leaves, with --write ${LEAVE_KEYS.write.words}; the agent goes on`,
    )
    .argument('<task>', 'the id of a task, or the first characters of it')
    .option('--write', `type into it as well as look; ${LEAVE_KEYS.write.words} leaves`)
    .option('--print', 'only print the command of tmux')
    .action(async (word: string, options: Options) => {
      const name = await withFactory((factory) => findTerminal(factory, word));
      const mode = options.write ? 'write' : 'read';
      if (options.print) console.log(commandOf(name, mode));
      else await attach(name, mode);
    });
}

async function attach(name: string, mode: 'read' | 'write'): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new FactoryError(
      'BAD_INPUT',
      'There is no terminal here to show it in.',
      'Run this in a terminal, with nothing piped in or out.',
    );
  }
  const { home } = readConfigOfServer();
  const tmux = createTmuxClient({ run, socketPath: home.tmuxSocket, configPath: home.tmuxConfig });
  const leave = LEAVE_KEYS[mode];
  console.log(`${name}: press ${paint('bold', leave.words)} to leave. The agent goes on.`);
  await sleep(READ_MS);
  const how = await handOver({ open: (view) => tmux.attach({ name, mode, ...view }), leave });
  console.log(how === 'left' ? `\nYou left ${name}.` : `\nThe terminal of ${name} was closed.`);
}

async function findTerminal({ deps }: Factory, word: string): Promise<string> {
  const task = await findTask(deps, word);
  const agents = await listAgents(deps.store, { taskIds: [task.id], live: true });
  const sessions = await deps.tmux.listSessions();
  const agent = agents.find(({ tmuxName }) => sessions.some(({ name }) => name === tmuxName));
  if (agent !== undefined) return agent.tmuxName;
  throw new FactoryError(
    'WRONG_STATE',
    `No agent of “${task.title}” (${task.state}) has a terminal open now.`,
    'The log of an ended session is on the page of its task.',
  );
}

function commandOf(name: string, mode: 'read' | 'write'): string {
  const flags = mode === 'write' ? 'ignore-size' : 'ignore-size,read-only';
  const { tmuxSocket } = readConfigOfServer().home;
  return ['tmux', '-u', '-S', tmuxSocket, 'attach-session', '-f', flags, '-t', `=${name}`].join(' ');
}
