import type { Command } from 'commander';
import { FactoryError } from '@/backend/domain/errors';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { TaskState } from '@/shared/task';
import { findProject, findTask } from '../find';
import { withFactory } from '../open_factory';
import { ago, paint, paintState, plain, printJson, printTable } from '../print';

type Options = { project?: string; epic?: string; state?: string[]; json?: boolean };

export function addTasks(program: Command): void {
  program
    .command('tasks')
    .description('epics and their subtasks')
    .option('--project <project>', 'only of this one')
    .option('--epic <id>', 'only the subtasks of this one')
    .option('--state <state...>', `only in these states: ${TaskState.options.join(', ')}`)
    .option('--json', 'as JSON')
    .action((options: Options) =>
      withFactory(async ({ deps }) => {
        const project = options.project === undefined ? null : await findProject(deps, options.project);
        const epic = options.epic === undefined ? null : await findTask(deps, options.epic);
        const tasks = await listTasks(deps.store, {
          ...(project === null ? {} : { projectId: project.id }),
          ...(epic === null ? {} : { parentId: epic.id }),
          ...(options.state === undefined ? {} : { states: options.state.map(readState) }),
          limit: 10_000,
        });
        if (options.json) return printJson(tasks);
        if (tasks.length === 0) console.log('No tasks.');
        const now = deps.clock();
        const epics = tasks.filter((task) => task.parentId === null || epic !== null);
        const rows = epics.flatMap((task) => [
          task,
          ...tasks.filter((other) => other.parentId === task.id).sort((a, b) => a.position - b.position),
        ]);
        // A subtask whose epic was filtered out is shown all the same.
        const rest = tasks.filter((task) => !rows.includes(task));
        printTable(
          [...rows, ...rest].map((task) => [
            `${task.parentId === null ? '' : '  '}${task.id.slice(0, 8)}`,
            paintState(task.state),
            plain(task.title),
            paint('gray', ago(task.stateSince, now)),
          ]),
        );
      }),
    );
}

function readState(word: string): TaskState {
  const state = TaskState.safeParse(word.toUpperCase().replaceAll('-', '_'));
  if (state.success) return state.data;
  throw new FactoryError(
    'BAD_INPUT',
    `There is no state “${word}”.`,
    `There are: ${TaskState.options.join(', ')}.`,
  );
}
