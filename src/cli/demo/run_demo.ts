import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@/backend/clients/home/read_config';
import { openBrowser } from '@/backend/clients/process/open_browser';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { compose } from '@/backend/compose';
import { FactoryError } from '@/backend/domain/errors';
import { findPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { startSample } from '@/backend/services/sample/start_sample';
import type { ScenarioSpeed } from '@/shared/scenario';
import { paint } from '../print';
import { type DemoReport, hasLanded, reportEpic } from './report';
import { findFreePort, type RunningServer, startServer } from './start_server';
import { watchEpic } from './watch_epic';

export type DemoOptions = { headless: boolean; speed: ScenarioSpeed; timeoutSeconds: number; keep: boolean };

/**
 * The real server, real agents in real terminals and a real repository, all in a folder of its own that is gone
 * afterwards, however it ends. Headless it merges the final pull request itself; else that is left to the person.
 */
export async function runDemo(
  options: DemoOptions,
  print: (line: string) => void,
): Promise<DemoReport | null> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'ff-demo-')));
  const port = await findFreePort();
  const env = { ...process.env, FACTORY_HOME: dir, PORT: String(port), NODE_ENV: 'production' as const };
  const config = readConfig({ env, argv: [] });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  let server: RunningServer | null = null;
  let system: Awaited<ReturnType<typeof compose>> | null = null;
  try {
    server = await startServer({
      rootDir: config.rootDir,
      home: dir,
      port,
      role: options.headless ? 'daemon' : 'all',
    });
    if (stopping.signal.aborted) return null;
    void server.ended.finally(stop);
    system = await compose(config);
    const link = `${server.url}/?token=${system.home.currentToken()}`;
    if (!options.headless) {
      print(
        `${paint('bold', 'Watch it:')} ${link}\n${paint('gray', 'Ctrl-C ends it and leaves nothing behind.')}\n`,
      );
      if (config.openBrowser) await openBrowser({ run }, link);
    }
    return await play({ system, options, url: server.url, stopping, print });
  } finally {
    await system?.close();
    await server?.stop();
    await createTmuxClient({
      run,
      socketPath: config.home.tmuxSocket,
      configPath: config.home.tmuxConfig,
    }).killServer({ graceMs: 300 });
    if (options.keep) print(`Its folder is kept: ${dir}`);
    else await rm(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
  }
}

async function play(input: {
  system: Awaited<ReturnType<typeof compose>>;
  options: DemoOptions;
  url: string;
  stopping: AbortController;
  print: (line: string) => void;
}): Promise<DemoReport | null> {
  const { options, url, stopping, print } = input;
  const { deps } = input.system;
  const began = performance.now();
  const { project, epic } = await startSample(deps, { speed: options.speed });
  const timer = setTimeout(() => stopping.abort(), options.timeoutSeconds * 1000);
  const watch = { epicId: epic.id, signal: stopping.signal, print };
  if (!options.headless) {
    clearTimeout(timer);
    await watchEpic(deps, { ...watch, isDone: () => false });
    return null;
  }
  const ready = await watchEpic(deps, {
    ...watch,
    isDone: ({ state }) => state === 'REVIEW' || isOver(state),
  });
  const pullRequest = await findPullRequest(deps.store, epic.id);
  if (ready?.state === 'REVIEW' && pullRequest !== null) {
    print(`          merging the final pull request #${pullRequest.number}`);
    await landFinalPr(deps, { pullRequestId: pullRequest.id, actor: { kind: 'human' } });
  }
  clearTimeout(timer);
  const seconds = (performance.now() - began) / 1000;
  const report = await reportEpic(deps, { epicId: epic.id, project, url, seconds });
  if (report.state === 'COMPLETED' && (await hasLanded(deps, { epicId: epic.id, project }))) return report;
  throw new FactoryError(
    'WRONG_STATE',
    stopping.signal.aborted
      ? `The epic was ${report.state} when it was stopped after ${report.seconds} s.`
      : `The epic is ${report.state}, and its work is not on ${project.defaultBranch}.`,
    'Run it again without --headless to watch it.',
    { data: report },
  );
}

function isOver(state: string): boolean {
  return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(state);
}
