import type { Command } from 'commander';
import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import { countMail } from '@/backend/resource_accessors/mail.accessor';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import { countTasksByState, listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { readHealth } from '@/backend/services/orchestrator/read_health';
import type { TaskState } from '@/shared/task';
import { type Factory, readServerVersion, withFactory } from '../open_factory';
import { ago, paint, paintState, plain, printJson, printTable } from '../print';

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
  return {
    server: { url: config.url, version, words: health.words, status: health.status },
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
            .map(async ({ id, title, quick, state, stateSince }) => ({
              id,
              title,
              quick,
              state,
              stateSince,
              subtasks: await countTasksByState(deps.store, id),
            })),
        ),
      })),
    ),
  };
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
        paintState(epic.state),
        epic.quick ? 'quick task' : progressOf(epic.subtasks),
        plain(epic.title),
        paint('gray', ago(epic.stateSince, now)),
      ]),
    );
  }
  const mail =
    status.unreadMail === 0
      ? 'no unread mail'
      : paint('yellow', `${status.unreadMail} unread mail${status.unreadMail === 1 ? '' : 's'}`);
  const tokens = usage.inputTokens + usage.outputTokens;
  console.log(
    `\n${agents.length} agents in service, ${mail}, ${tokens} tokens, $${usage.costUsd.toFixed(4)}`,
  );
}

/** What was dropped will not be merged any more. */
function progressOf({ CANCELLED: _dropped, ...counts }: Partial<Record<TaskState, number>>): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return all === 0 ? 'no plan yet' : `${counts.COMPLETED ?? 0}/${all}`;
}
