import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configArgs } from '@/backend/clients/git/core/environment';
import { followConfig } from '@/backend/clients/tmux/core/config';
import { bindWorldPorts } from '@/backend/services/reconciler/bind_world';
import { startReconciler } from '@/backend/services/reconciler/start_reconciler';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { createEpic } from '@/backend/services/task/create_epic';
import type { SessionWorld } from '../support/sessions/start';
import { waitFor } from '../support/wait_for';
import { type Figure, figure, percentile, timed } from './figure';
import { addFiles, SIZES, startBenchWorld } from './start_world';

const STARTS = 21;

/** From the click to a terminal with the supervisor's program in it, against the bare git and tmux commands. */
export async function benchSupervisor(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const { deps } = world;
  try {
    const project = await deps.store.client.project.findFirstOrThrow();
    const started = new Map<string, number>();
    const tmux: typeof deps.tmux = {
      ...deps.tmux,
      async startSession(input) {
        const result = await deps.tmux.startSession(input);
        started.set(input.cwd, performance.now());
        return result;
      },
    };
    const reconciler = await startReconciler(
      { ...deps, tmux },
      {
        serverUrl: deps.serverUrl,
        holder: 'bench',
        bindPorts: (given) => ({
          ...bindWorldPorts(given),
          ...bindSessionPorts(given),
          advanceMergeQueue: async () => ({ kind: 'done' }),
          notify: given.notify,
        }),
      },
    );
    const options = { supervisor: { provider: 'practice' }, worker: { provider: 'practice' } } as const;
    const once = async (): Promise<{ asked: number; created: number }> => {
      const asked = performance.now();
      const epic = await createEpic(deps, {
        parentId: null,
        projectId: project.id,
        title: 'Measured',
        description: 'x',
        options,
      });
      const created = performance.now();
      await waitFor('the terminal', () => started.has(epic.worktreePath));
      const end = started.get(epic.worktreePath) ?? 0;
      // Out of the way before the next one: a program that starts up takes a core for a while.
      await cancelTask(deps, { taskId: epic.id });
      await waitFor('the end of it', async () =>
        (await deps.tmux.listSessions()).every((one) => one.cwd !== epic.worktreePath || one.marker === null),
      );
      await reconciler.settled();
      return { asked: end - asked, created: end - created };
    };
    const figures: Figure[] = [];
    for (const size of SIZES) {
      await addFiles(world, size.files);
      await once();
      await bare(world, `${size.files}-0`);
      const samples = { asked: [] as number[], created: [] as number[], bare: [] as number[] };
      for (let n = 1; n <= STARTS; n++) {
        samples.bare.push(await bare(world, `${size.files}-${n}`));
        const { asked, created } = await once();
        samples.asked.push(asked);
        samples.created.push(created);
      }
      figures.push(...describeStart(size.name, samples));
    }
    await reconciler.stop();
    return figures;
  } finally {
    await world.cleanup();
  }
}

function describeStart(
  size: string,
  samples: { asked: number[]; created: number[]; bare: number[] },
): Figure[] {
  const kinds = [
    [`epic created → supervisor's terminal exists, ${size}`, samples.created],
    [`epic asked for → supervisor's terminal exists, the epic's own commit with it, ${size}`, samples.asked],
  ] as const;
  const shares = [
    ['median', 0.5],
    ['fastest tenth', 0.1],
  ] as const;
  return kinds.flatMap(([name, values]) =>
    shares.map(([which, share]) =>
      figure({
        name: `${name}, ${which}`,
        unit: 'ms',
        value: percentile(values, share),
        floor: percentile(samples.bare, share),
        floorOf: 'the same git and tmux commands from a shell',
        goal: '≤ 1.5×',
      }),
    ),
  );
}

/**
 * The least that it could cost: the same run of git and the same script for tmux, from a shell. Instead of an agent's
 * program it starts one that does nothing; how long an agent takes to boot is its own affair.
 */
async function bare(world: SessionWorld, n: string): Promise<number> {
  const name = `bare-${n}`;
  const folder = path.join(world.tmux.dir, 'bare', name);
  const script = path.join(world.tmux.dir, `${name}.tmux`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const session = [
    `new-session -d -P -F '#{pane_pid}' -s ${name} -x 160 -y 48 -c ${folder} -- sleep 600`,
    `set-option -t =${name}: @bench ${name}`,
    `set-option -w -t =${name}: window-size manual`,
    `set-hook -w -t =${name}: pane-died 'detach-client -s =${name}'`,
  ];
  writeFileSync(script, `${followConfig(world.tmux.configPath)}\n${session.join(' ; ')}\n`);
  const commands = [
    `git -C ${world.repo} ${configArgs(false).join(' ')} worktree add --quiet --no-track -b ${name} ${folder} main`,
    `cd ${folder}`,
    `tmux -u -S ${world.tmux.socketPath} -f ${world.tmux.configPath} start-server ';' source-file - < ${script}`,
  ];
  const took = await timed(async () => {
    const { code, stderr } = await world.git.run('/bin/sh', ['-c', commands.join(' && ')]);
    if (code !== 0) throw new Error(`The floor could not be measured: ${stderr}`);
  });
  await world.tmux.raw('kill-session', '-t', name);
  await world.git.git(world.repo, 'worktree', 'remove', '--force', folder);
  return took;
}
