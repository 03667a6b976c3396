import { isCrash } from '@/backend/domain/crash/crash';
import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import { isEnded } from '@/backend/domain/task/transitions';
import { listConditions, listConditionsOf } from '@/backend/resource_accessors/condition.accessor';
import { type EpicFacts, noSubtasks, readEpics } from '@/backend/resource_accessors/observe/read_epics';
import { readSlots } from '@/backend/resource_accessors/observe/read_projects';
import { readOpenMerges, readSystemRows } from '@/backend/resource_accessors/observe/read_system';
import {
  findTaskOfAgent,
  listLastSessions,
  readLiveTasks,
  readTask,
} from '@/backend/resource_accessors/observe/read_tasks';
import type { TaskBundle } from '@/backend/resource_accessors/observe/rows';
import { getProject, listProjects, type Project } from '@/backend/resource_accessors/project.accessor';
import { readSetting } from '@/backend/resource_accessors/setting.accessor';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import { type BuildContext, toTaskView } from './build_view';
import type { ReconcilerDeps } from './deps';
import type { ParsedKey } from './key';
import type { Observation, ProjectView, SystemView, TaskView } from './observation';
import { getsFolderFirst, justMadeUntil } from './phases/views';
import type { MachineFacts } from './ports';

const DAY_MS = 86_400_000;

type Look = Pick<ReconcilerDeps, 'store' | 'clock' | 'serverUrl' | 'ports' | 'watchedSince'>;

/** What there is, for one key. Every query goes by an index from that key's id, however much else there is. */
export async function observeKey(deps: Look, key: ParsedKey): Promise<Observation> {
  const empty = await begin(deps);
  switch (key.kind) {
    case 'task':
    case 'worktree':
    case 'agent':
      return observeTask(deps, { kind: key.kind, id: key.id }, empty);
    case 'project': {
      const project = await getProject(deps.store, key.id);
      const projects = await viewProjects(deps, [project], key.id);
      return { ...empty, projects, machine: await machineFor(deps, { tasks: [], projects }) };
    }
    case 'merge':
      return { ...empty, merges: await readOpenMerges(deps.store, key.id) };
    case 'system': {
      // Panes before rows: a row is written before its pane starts, so every pane seen here has one by now.
      const panes = await deps.ports.observePanes();
      return { ...empty, system: await viewSystem(deps, { panes, at: empty.at, limits: empty.limits }) };
    }
  }
}

/** What there is, for everything: a fixed number of queries, one listing of panes, one look at each repository. */
export async function observeAll(deps: Look): Promise<Observation> {
  const empty = await begin(deps);
  const { at, limits } = empty;
  const panes = await deps.ports.observePanes();
  const conditions = await listConditions(deps.store, { status: true });
  // One that is over and has something said about it is looked at until that is taken back.
  const spokenOf = conditions.flatMap((one) => (one.subjectKind === 'TASK' ? [one.subjectId] : []));
  const [bundles, projects, epics, merges] = await Promise.all([
    readLiveTasks(deps.store, { since: since(at), also: spokenOf }),
    listProjects(deps.store, { archived: true }),
    readEpics(deps.store, { live: true }),
    readOpenMerges(deps.store, null),
  ]);
  const byId = new Map(projects.map((project) => [project.id, project]));
  const context = contextOf({ panes, conditions, epics });
  const tasks = bundles.flatMap((bundle): TaskView[] => {
    const project = byId.get(bundle.projectId);
    return project ? [toTaskView(bundle, project, context)] : [];
  });
  const [views, system] = await Promise.all([
    viewProjects(deps, projects, null),
    viewSystem(deps, { panes, at, limits }),
    lookAtDisk(deps, tasks).then(() => lookAtBranches(deps, { tasks, at })),
  ]);
  const machine = await machineFor(deps, { tasks, projects: views });
  return { ...empty, tasks, projects: views, merges, system, machine };
}

async function observeTask(
  deps: Look,
  key: { kind: 'task' | 'worktree' | 'agent'; id: string },
  empty: Observation,
): Promise<Observation> {
  const id = key.kind === 'agent' ? await findTaskOfAgent(deps.store, key.id) : key.id;
  // Only the task's own key starts its sessions, so a pane listed before the rows cannot be a newer one.
  const panes = id !== null && key.kind === 'task' ? await lookAtPanes(deps, id) : [];
  const bundle = id === null ? null : await readTask(deps.store, { id, since: since(empty.at) });
  if (bundle === null) return empty;
  const isEpic = bundle.parentId === null;
  const [project, conditions, epics] = await Promise.all([
    getProject(deps.store, bundle.projectId),
    listConditionsOf(deps.store, {
      taskId: bundle.id,
      agentIds: bundle.agents.map((agent) => agent.id),
    }),
    isEpic && key.kind !== 'agent' ? readEpics(deps.store, { epicId: bundle.id }) : new Map(),
  ]);
  const tasks = [toTaskView(bundle, project, contextOf({ panes, conditions, epics }))];
  if (key.kind !== 'agent') await lookAtDisk(deps, tasks);
  if (key.kind === 'worktree') await lookAtBranches(deps, { tasks, at: empty.at });
  const deferred = conditions.some(({ type }) => type === 'MergeDeferred');
  const merges = deferred ? await readOpenMerges(deps.store, bundle.id) : [];
  // Only the task's own key starts sessions; whoever makes its folder is not to wait for a look at the machine.
  const machine = key.kind === 'task' ? await machineFor(deps, { tasks, projects: [] }) : null;
  return { ...empty, tasks, merges, machine };
}

async function lookAtPanes(deps: Look, taskId: string): Promise<PaneFacts[]> {
  const sessions = await listLastSessions(deps.store, taskId);
  if (sessions.length === 0) return [];
  const open = sessions.flatMap(({ marker, endedAt }) => (endedAt === null ? [marker] : []));
  return deps.ports.recallPanes(open) ?? deps.ports.observePanes();
}

async function begin(deps: Look): Promise<Observation> {
  const limits = SystemLimits.catch(SystemLimits.parse({})).parse(
    (await readSetting(deps.store, LIMITS_KEY)) ?? {},
  );
  const { serverUrl } = deps;
  return {
    at: deps.clock(),
    watchedSince: deps.watchedSince(),
    serverUrl,
    limits,
    machine: null,
    tasks: [],
    projects: [],
    merges: [],
    system: null,
  };
}

/** By the minute, so that looks at the same rows ask for the same. */
function since(at: Date): Date {
  const day = at.getTime() - DAY_MS;
  return new Date(day - (day % 60_000));
}

function contextOf(input: {
  panes: readonly PaneFacts[];
  conditions: readonly { subjectId: string; type: string; message: string }[];
  epics: ReadonlyMap<string, EpicFacts>;
}): BuildContext {
  const conditions = new Map<string, Map<string, string>>();
  for (const { subjectId, type, message } of input.conditions) {
    conditions.set(subjectId, (conditions.get(subjectId) ?? new Map()).set(type, message));
  }
  return {
    byMarker: new Map(input.panes.map((pane) => [pane.marker, pane])),
    byName: new Map(input.panes.map((pane) => [pane.name, pane])),
    conditions,
    subtasksOf: (task: Pick<TaskBundle, 'id' | 'parentId'>) =>
      task.parentId === null ? (input.epics.get(task.id) ?? noSubtasks()) : null,
  };
}

/** Whether the folder is there, for tasks that have been given one, and the private ones of whoever works there. */
async function lookAtDisk(deps: Look, tasks: TaskView[]): Promise<void> {
  await Promise.all(
    tasks.map(async (view) => {
      if (isEnded(view.task.state) || view.task.deletedAt !== null) {
        // One whose set-up never worked has a folder without ever having been ready.
        if (view.task.preparedAt === null)
          view.disk = { worktree: await deps.ports.worktreeExists(view.task.worktreePath), branch: null };
        return;
      }
      for (const one of view.agents) {
        if (one.session !== null) one.files = await deps.ports.agentFilesExist(one.agent.id);
      }
      const worktree =
        view.task.preparedAt === null ? false : await deps.ports.worktreeExists(view.task.worktreePath);
      view.disk = { worktree, branch: null };
    }),
  );
}

/** A folder that was made a moment ago has its branch; asking git would only slow down the agent that starts in it. */
async function lookAtBranches(deps: Look, seen: { tasks: TaskView[]; at: Date }): Promise<void> {
  const asked = seen.tasks.filter((view) => view.disk?.worktree && justMadeUntil(view, seen.at) === null);
  const [only] = asked;
  if (only !== undefined && asked.length === 1) {
    const branch = { repo: only.project.repoPath, branch: only.task.branchName };
    only.disk = { worktree: true, branch: await deps.ports.branchExists(branch) };
    return;
  }
  const repos = new Set(asked.map((view) => view.project.repoPath));
  const branches = new Map(
    await Promise.all([...repos].map(async (repo) => [repo, await deps.ports.listBranches(repo)] as const)),
  );
  for (const view of asked) {
    const known = branches.get(view.project.repoPath);
    view.disk = { worktree: true, branch: known?.has(view.task.branchName) ?? null };
  }
}

async function viewProjects(
  deps: Look,
  projects: readonly Project[],
  only: string | null,
): Promise<ProjectView[]> {
  const { workers, queued } = await readSlots(deps.store, only);
  const views = new Map(
    projects.map((project): [string, ProjectView] => [project.id, { project, workers: [], queued: [] }]),
  );
  for (const worker of workers) views.get(worker.projectId ?? '')?.workers.push(worker);
  for (const row of queued) views.get(row.projectId)?.queued.push(row);
  return [...views.values()];
}

async function viewSystem(
  deps: Look,
  input: { panes: readonly PaneFacts[]; at: Date; limits: SystemLimits },
): Promise<SystemView> {
  const window = new Date(input.at.getTime() - input.limits.systemCrashWindowMinutes * 60_000);
  const [rows, conditions] = await Promise.all([
    readSystemRows(deps.store, window),
    listConditions(deps.store, { status: true, subjectKind: 'SYSTEM' }),
  ]);
  return {
    strays: input.panes.filter((pane) => !rows.openMarkers.has(pane.marker)),
    nextDeadline: rows.nextDeadline,
    crashes: rows.recentEnds.filter((end) => isCrash(end.endReason)),
    orchestrator: rows.orchestrator,
    conditions: new Set(conditions.map((condition) => condition.type)),
  };
}

/** Asked only when something could start. */
async function machineFor(
  deps: Look,
  seen: { tasks: readonly TaskView[]; projects: readonly ProjectView[] },
): Promise<MachineFacts | null> {
  const wanted =
    seen.projects.some((view) => view.queued.length > 0 || view.workers.length > 0) ||
    seen.tasks.some(
      (view) =>
        (view.agents.length === 0 && getsFolderFirst(view)) ||
        view.agents.some((one) => one.session === null && one.agent.desiredExecutionState === 'ACTIVE'),
    );
  return wanted ? deps.ports.readMachine() : null;
}
