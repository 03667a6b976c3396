import type { Command } from 'commander';
import { type Agent, listAgents } from '@/backend/resource_accessors/agent.accessor';
import { type Condition, listConditions } from '@/backend/resource_accessors/condition.accessor';
import { countMail } from '@/backend/resource_accessors/mail.accessor';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import { readCards } from '@/backend/resource_accessors/read/read_cards';
import { countTasksByState, listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { epicIdOf, findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import { readHealth } from '@/backend/services/orchestrator/read_health';
import type { TaskState } from '@/shared/task';
import { type Factory, readServerVersion, withFactory } from '../open_factory';
import { ago, count, paint, paintCard, plain, printJson, printTable } from '../print';

const LIVE = ['PLANNING', 'IN_PROGRESS', 'REVIEW', 'BLOCKED', 'FAILED'] as const;

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('what runs, how far it is, and what waits for you')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) =>
      withFactory(async (factory) => {
        const status = await readStatus(factory);
        if (options.json) printJson(status);
        else printStatus(status, factory.deps.clock());
      }),
    );
}

const WAITS =
  'The server runs. What does not go on by itself, or only later, is marked with an exclamation mark.';

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus({ deps, config }: Factory) {
  const [version, health, projects, agents, unreadMail] = await Promise.all([
    readServerVersion(config.url),
    readHealth(deps),
    listProjects(deps.store, { archived: false }),
    listAgents(deps.store, { live: true }),
    countMail(deps.store, { toParty: 'HUMAN', unread: true, archived: false }),
  ]);
  const epics = await listTasks(deps.store, { parentId: null, states: [...LIVE], limit: 1000 });
  const troubles = await readTroubles(deps, agents);
  return {
    server: {
      url: config.url,
      version,
      words: health.status === 'healthy' && troubles.size > 0 ? WAITS : health.words,
      status: health.status,
    },
    unreadMail,
    usage: health.totals.usage,
    agents: agents
      .filter((agent) => agent.executionState !== 'IDLE' && agent.role !== 'ORCHESTRATOR')
      .map(({ tmuxName, role, executionState, provider }) => ({ tmuxName, role, executionState, provider })),
    projects: await Promise.all(
      projects.map(async (project) => ({
        slug: project.slug,
        name: project.name,
        repoPath: project.repoPath,
        epics: await Promise.all(
          epics
            .filter((epic) => epic.projectId === project.id)
            .map(async ({ id, title, quick, state, stateSince }) => {
              const [card] = await readCards(deps.store, { taskId: id });
              return {
                id,
                title,
                quick,
                state,
                column: card?.column ?? 'working',
                words: card?.words ?? state,
                nextOwner: card?.nextOwner ?? 'nobody',
                stateSince,
                subtasks: await countTasksByState(deps.store, id),
                troubles: troubles.get(id) ?? [],
              };
            }),
        ),
      })),
    ),
  };
}

/** What holds of the tasks and agents of each epic, in words; the same said of several is said once. */
async function readTroubles(
  { store }: Factory['deps'],
  agents: readonly Pick<Agent, 'id' | 'taskId'>[],
): Promise<Map<string, string[]>> {
  const conditions = await listConditions(store, { status: true });
  const taskOf = new Map(agents.map((agent) => [agent.id, agent.taskId]));
  const troubles = new Map<string, string[]>();
  for (const condition of conditions) {
    const task = await findTaskAnyway(store, taskIdOf(condition, taskOf) ?? '');
    if (task === null) continue;
    const epicId = epicIdOf(task);
    troubles.set(epicId, [...new Set([...(troubles.get(epicId) ?? []), condition.message])]);
  }
  return troubles;
}

function taskIdOf({ subjectKind, subjectId }: Condition, taskOf: ReadonlyMap<string, string | null>) {
  return subjectKind === 'TASK' ? subjectId : (taskOf.get(subjectId) ?? null);
}

function printStatus(status: Status, now: Date): void {
  const { server, agents, usage } = status;
  const where = server.version === null ? 'No server answers at' : `Factory Factory ${server.version} at`;
  console.log(`${paint(server.version === null ? 'yellow' : 'green', '●')} ${where} ${server.url}`);
  if (server.version !== null || server.status !== 'healthy') console.log(paint('gray', `  ${server.words}`));
  for (const project of status.projects) {
    console.log(
      `\n${paint('bold', plain(project.name))} ${paint('gray', `${project.slug} ${plain(project.repoPath)}`)}`,
    );
    if (project.epics.length === 0) console.log(paint('gray', '  no epic is under way'));
    printTable(
      project.epics.map((epic) => [
        `  ${epic.id.slice(0, 8)}`,
        paintCard(epic),
        epic.quick ? 'quick task' : progressOf(epic.subtasks),
        plain(epic.title),
        paint('gray', ago(epic.stateSince, now)),
      ]),
    );
    for (const { id, troubles } of project.epics)
      for (const words of troubles) console.log(paint('yellow', `  ! ${id.slice(0, 8)} ${plain(words)}`));
  }
  const mail =
    status.unreadMail === 0 ? 'no unread mail' : paint('yellow', count(status.unreadMail, 'unread mail'));
  const tokens = usage.inputTokens + usage.outputTokens;
  console.log(
    `\n${count(agents.length, 'agent')} in service, ${mail}, ${tokens} tokens, $${usage.costUsd.toFixed(4)}`,
  );
}

/** What was dropped will not be merged any more. */
function progressOf({ CANCELLED: _dropped, ...counts }: Partial<Record<TaskState, number>>): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? 'no plan yet' : `${counts.COMPLETED ?? 0}/${all}`;
}
