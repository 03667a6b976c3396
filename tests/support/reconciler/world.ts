import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { newId } from '@/backend/clients/home/new_id';
import { FactoryError } from '@/backend/domain/errors';
import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import {
  listUnseen,
  markInjected,
  markSeen,
  requeueDelivery,
} from '@/backend/resource_accessors/delivery.accessor';
import {
  createSession,
  endSession,
  findOpenSession,
  getSession,
  type Session,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import { migrate } from '@/backend/resource_accessors/store/migrate';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store } from '@/backend/resource_accessors/store/store';
import {
  findTaskAnyway,
  markWorktreePrepared,
  markWorktreeRemoved,
  type Task,
} from '@/backend/resource_accessors/task.accessor';
import type { ReconcilerDeps } from '@/backend/services/reconciler/deps';
import type { Death, Fact, ReconcilerPorts } from '@/backend/services/reconciler/ports';
import type { FirstFolder, FirstFolders } from '@/backend/services/session/first_folder';
import { MIGRATIONS } from '../store';

export const SERVER_URL = 'http://127.0.0.1:4000';

/** tmux, git and agents in memory, behind the reconciler's ports, over a real database. */
export type World = {
  deps: ReconcilerDeps;
  store: Store;
  panes: Map<string, PaneFacts>;
  /** Markers of programs that did start, and the task each is for. */
  begun: Map<string, string>;
  worktrees: Set<string>;
  branches: Set<string>;
  /** Agents whose private folder somebody deleted. */
  bare: Set<string>;
  /** Worktrees whose unsaved work was kept. */
  rescued: string[];
  facts: Fact[];
  /** What was done to the outside, in order. */
  effects: string[];
  /** Broken rules, in words. */
  wrongs: string[];
  death: Death;
  now(): Date;
  advance(ms: number): void;
  /** Before and after each effect on the outside. One that never comes back plays the death of the server. */
  checkpoint: (name: string) => void | Promise<void>;
  close(): Promise<void>;
};

let template: Promise<Buffer> | null = null;

export async function makeWorld(): Promise<World> {
  template ??= makeTemplate();
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-world-'));
  const file = path.join(dir, 'factory.db');
  writeFileSync(file, await template, { mode: 0o600 });
  let time = Date.UTC(2030, 0, 1);
  const clock = (): Date => new Date(time);
  const store = await openStore({ file, clock });
  const world: World = {
    deps: {
      store,
      clock,
      newId,
      log: pino({ level: 'silent' }),
      serverUrl: SERVER_URL,
      watchedSince: () => new Date(0),
      ports: neverBound(),
    },
    store,
    panes: new Map(),
    begun: new Map(),
    worktrees: new Set(),
    branches: new Set(),
    bare: new Set(),
    rescued: [],
    facts: [],
    effects: [],
    wrongs: [],
    death: { kind: 'crashed', message: 'it crashed' },
    now: clock,
    advance(ms) {
      time += ms;
    },
    checkpoint: () => undefined,
    async close() {
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  world.deps = { ...world.deps, ports: bindFakes(world, store) };
  return world;
}

/** The ports of this world over another view of its database, as the lease's guarded store is one. */
export function bindFakes(world: World, store: Store): ReconcilerPorts {
  /** What is done to one thing by two at once, and would race on a real machine. */
  const underWay = new Set<string>();
  const firstFolders: FirstFolders = new Map();
  async function alone(what: string, work: () => Promise<void>): Promise<void> {
    if (underWay.has(what)) world.wrongs.push(`two at once at ${what}`);
    underWay.add(what);
    try {
      await work();
    } finally {
      underWay.delete(what);
    }
  }

  async function effect(name: string, work: () => void): Promise<void> {
    await world.checkpoint(`before ${name}`);
    work();
    world.effects.push(name);
    // Others get their turn in the middle of everything that takes time.
    await new Promise((resolve) => setImmediate(resolve));
    await world.checkpoint(`after ${name}`);
  }

  return {
    observePanes: async () => [...world.panes.values()],
    recallPanes: () => null,
    worktreeExists: async (folder) => world.worktrees.has(folder),
    agentFilesExist: async (agentId) => !world.bare.has(agentId),
    listBranches: async () => new Set(world.branches),
    branchExists: async ({ branch }) => world.branches.has(branch),
    readMachine: async () => ({ freeMemoryMb: 100_000, freeDiskMb: 100_000 }),
    endLeftCommands: async () => 0,

    async prepareWorktree({ taskId }) {
      const make = async (): Promise<Task | null> => {
        const task = await findTaskAnyway(store, taskId);
        if (!task) return null;
        await effect('branch', () => world.branches.add(task.branchName));
        await effect('worktree', () => world.worktrees.add(task.worktreePath));
        return task;
      };
      await alone(`the worktree of ${taskId}`, async () => {
        const first: FirstFolder = { made: make().then((task) => (task ? 'base' : null)), heir: null };
        firstFolders.set(taskId, first);
        try {
          if ((await first.made) === null) return;
          await first.heir;
          const task = await findTaskAnyway(store, taskId);
          // One that was there before was mended, and is written down again.
          if (task && (first.heir === null || task.preparedAt === null)) {
            await store.write((tx) => markWorktreePrepared(tx, taskId, 'base'));
          }
        } finally {
          firstFolders.delete(taskId);
        }
      });
    },
    async removeWorktree({ taskId }) {
      const task = await findTaskAnyway(store, taskId);
      if (!task) return;
      for (const pane of world.panes.values()) {
        const session = await store.client.session.findUnique({
          where: { marker: pane.marker },
          include: { agent: true },
        });
        if (session?.agent.taskId === taskId) world.wrongs.push(`removed a worktree under ${pane.name}`);
      }
      await alone(`the worktree of ${taskId}`, async () => {
        await effect('rescue', () => world.rescued.push(task.worktreePath));
        await effect('remove worktree', () => world.worktrees.delete(task.worktreePath));
        await store.write((tx) => markWorktreeRemoved(tx, taskId));
      });
    },
    async deleteBranch({ taskId }) {
      const task = await findTaskAnyway(store, taskId);
      if (task) await effect('delete branch', () => world.branches.delete(task.branchName));
    },

    async startSession({ agentId }) {
      const agent = await getAgent(store, agentId);
      const open = await findOpenSession(store, agentId);
      const task = agent.taskId === null ? null : await findTaskAnyway(store, agent.taskId);
      const first = task?.preparedAt === null ? firstFolders.get(task.id) : undefined;
      if (task?.preparedAt === null && !first) return;
      const opening = (async (): Promise<Session | null> => {
        const base = await first?.made.catch(() => null);
        if (base === null) return null;
        // As tmux does: a folder that went away after the look is an error, and is looked at again.
        if (!task || !world.worktrees.has(task.worktreePath)) {
          throw new FactoryError('STALE', `${agent.tmuxName} has no folder.`, 'Look at it again.');
        }
        if (open) return open;
        return store.write(async (tx) => {
          if (base !== undefined) await markWorktreePrepared(tx, task.id, base);
          return createSession(tx, {
            id: newId(),
            agentId,
            tmuxName: agent.tmuxName,
            marker: newId(),
            serverUrl: SERVER_URL,
            providerSessionId: agent.providerSessionId,
            resumed: false,
            transcriptPath: null,
          });
        });
      })();
      if (first) first.heir = opening.catch(() => undefined);
      const session = await opening;
      if (session === null || !task) return;
      await effect('start', () => {
        const others = [...world.panes.values()].filter(
          (pane) => !pane.dead && pane.marker !== session.marker && world.begun.get(pane.marker) === task.id,
        );
        if (
          others.length > 0 ||
          (world.panes.get(agent.tmuxName)?.marker ?? session.marker) !== session.marker
        ) {
          world.wrongs.push(`${agent.tmuxName} was started beside another`);
        }
        world.bare.delete(agentId);
        world.begun.set(session.marker, task.id);
        world.panes.set(agent.tmuxName, {
          name: agent.tmuxName,
          marker: session.marker,
          dead: false,
          exitStatus: null,
          alive: true,
          lastOutputAt: world.now(),
        });
      });
      await greet(agentId);
    },
    async stopSession({ agentId, reason }) {
      const agent = await getAgent(store, agentId);
      await effect('stop', () => world.panes.delete(agent.tmuxName));
      await end(agentId, reason);
    },
    async closeDeadSession({ sessionId }) {
      const session = await getSession(store, sessionId);
      await effect('close', () => {
        const pane = world.panes.get(session.tmuxName);
        if (pane?.marker === session.marker) world.panes.delete(session.tmuxName);
      });
      const { desiredExecutionState } = await getAgent(store, session.agentId);
      await end(session.agentId, endReason({ marker: session.marker, wanted: desiredExecutionState }));
      return world.death;
    },
    async endStray({ name, marker }) {
      await effect('end stray', () => {
        if (world.panes.get(name)?.marker === marker) world.panes.delete(name);
      });
    },

    async deliverNext({ agentId }) {
      const session = await greet(agentId);
      const [first] = await listUnseen(store, agentId);
      if (!session || !first || session.turnState !== 'IDLE' || session.readyAt === null) {
        return { kind: 'wait', afterMs: 1000 };
      }
      await store.write((tx) => markInjected(tx, first.id, { sessionId: session.id, channel: 'paste' }));
      await effect('deliver', () => undefined);
      await store.write(async (tx) => {
        await markSeen(tx, first.id);
        const now = await getSession(tx, session.id);
        if (now.endedAt === null) await updateSession(tx, session.id, { turnState: 'BUSY' });
      });
      return { kind: 'done' };
    },
    advanceMergeQueue: async () => ({ kind: 'done' }),
    expireEscalations: async () => undefined,
    composeFirstPrompt: async ({ role }) => `You are the ${role}.`,
    composeNudge: async ({ kind }) => `About ${kind}.`,
    async notify(_tx, fact) {
      world.facts.push(fact);
    },
  };

  /** The same words as the real one has: being stopped, or never having begun, is no crash. */
  function endReason({ marker, wanted }: { marker: string; wanted: string }): string {
    if (wanted !== 'ACTIVE') return 'stopped: it was asked to';
    if (!world.begun.has(marker)) return 'not_started: the server stopped before its program began';
    return world.death.kind === 'crashed' ? `crashed: ${world.death.message}` : world.death.kind;
  }

  /** A program that runs says so itself, whatever became of the server that started it. */
  async function greet(agentId: string): Promise<Session | null> {
    const session = await findOpenSession(store, agentId);
    if (!session || session.readyAt !== null || !world.panes.has(session.tmuxName)) return session;
    return store.write(async (tx) => {
      const now = await getSession(tx, session.id);
      if (now.endedAt !== null) return null;
      return updateSession(tx, session.id, {
        readyAt: tx.now,
        ...(now.turnState === 'STARTING' ? { turnState: 'IDLE' } : {}),
      });
    });
  }

  async function end(agentId: string, reason: string): Promise<void> {
    await store.write(async (tx) => {
      const open = await findOpenSession(tx, agentId);
      if (open) await endSession(tx, open.id, { exitStatus: null, reason, scrollbackPath: null });
      for (const unseen of await listUnseen(tx, agentId)) await requeueDelivery(tx, unseen.id);
    });
  }
}

function neverBound(): ReconcilerPorts {
  const port = (): never => {
    throw new Error('the ports are bound a line later');
  };
  return {
    observePanes: port,
    recallPanes: port,
    worktreeExists: port,
    agentFilesExist: port,
    listBranches: port,
    branchExists: port,
    readMachine: port,
    endLeftCommands: port,
    prepareWorktree: port,
    removeWorktree: port,
    deleteBranch: port,
    startSession: port,
    stopSession: port,
    closeDeadSession: port,
    endStray: port,
    deliverNext: port,
    advanceMergeQueue: port,
    expireEscalations: port,
    composeFirstPrompt: port,
    composeNudge: port,
    notify: port,
  };
}

/** Migrating once and copying is what makes hundreds of worlds affordable. */
async function makeTemplate(): Promise<Buffer> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'ff-template-'));
  try {
    mkdirSync(path.join(dir, 'backups'));
    const file = path.join(dir, 'factory.db');
    await migrate({ file, migrationsDir: MIGRATIONS, backupsDir: path.join(dir, 'backups') });
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
