import path from 'node:path';
import { createProviders } from './agents/providers';
import { createGitClient } from './clients/git/create_git_client';
import { createGithubClient } from './clients/github/create_github_client';
import { newId } from './clients/home/new_id';
import { openFaults } from './clients/home/open_faults';
import { openHome } from './clients/home/open_home';
import { openLog } from './clients/home/open_log';
import type { Config } from './clients/home/read_config';
import { createDesktopNotifier } from './clients/notifier/create_desktop_notifier';
import { createWebhookNotifier } from './clients/notifier/create_webhook_notifier';
import { run } from './clients/process/run';
import { createStarter } from './clients/process/starter/create_starter';
import { createTmuxClient } from './clients/tmux/create_tmux_client';
import { connectInngest, wantsInngest } from './inngest/connect_inngest';
import { forgetInngest } from './inngest/forget_inngest';
import { migrate } from './resource_accessors/store/migrate';
import { openStore } from './resource_accessors/store/open_store';
import { toolCatalog } from './routers/mcp/tool_catalog';
import { keepCommands } from './services/command/keep_commands';
import type { Deps } from './services/deps';
import { startForgeSync } from './services/forge/start_forge_sync';
import { advanceMergeQueue } from './services/merge/advance_merge_queue';
import { recordNotification } from './services/notification/record_notification';
import { startNotifications } from './services/notification/start_notifications';
import { keepVitals } from './services/orchestrator/keep_vitals';
import { bindWorldPorts } from './services/reconciler/bind_world';
import { nameHolder } from './services/reconciler/holder';
import { formatKey, parseKey } from './services/reconciler/key';
import type { ReconcilerPorts } from './services/reconciler/ports';
import { type Reconciler, startReconciler } from './services/reconciler/start_reconciler';
import { bindSessionPorts } from './services/session/bind_ports';
import { startTranscriptTail } from './services/session/start_transcript_tail';

/** The only place that builds things: the outside world, the database, and what use cases are given. */
export async function compose(config: Config) {
  const faults = openFaults(config.faultsFile);
  const { clock } = faults;
  const home = openHome(config.home);
  const log = openLog({ dir: config.home.logs, level: config.logLevel });
  await migrate({
    file: config.home.database,
    migrationsDir: path.join(config.rootDir, 'prisma', 'migrations'),
    backupsDir: config.home.backups,
  });
  const store = await openStore({
    file: config.home.database,
    clock,
    onTailTrouble: (err, what) => log.warn({ err }, what),
  });
  const starter = createStarter({ program: path.join(config.rootDir, 'dist', 'starter.mjs') });
  const deps: Deps & Required<Pick<Deps, 'reconciler'>> = {
    store,
    git: createGitClient({ run: starter.run, clock }),
    tmux: createTmuxClient({
      run: starter.run,
      socketPath: config.home.tmuxSocket,
      configPath: config.home.tmuxConfig,
    }),
    github: createGithubClient({ run, clock, env: process.env }),
    providers: createProviders({ run, rootDir: config.rootDir, env: process.env, clock }),
    toolCatalog,
    notify: (tx, fact) => recordNotification({ newId }, tx, fact),
    notifiers: {
      desktop: createDesktopNotifier({ run, platform: process.platform }),
      webhook: createWebhookNotifier(),
    },
    reconciler: { current: null },
    inngest: wantsInngest(process.env),
    serverUrl: config.url,
    rootDir: config.rootDir,
    home: config.home,
    run,
    commands: keepCommands(),
    clock,
    newId,
    log,
  };
  /** The outside world as the reconciler sees it. */
  const bindPorts = (given: Deps): ReconcilerPorts => ({
    ...bindWorldPorts(given),
    ...bindSessionPorts(given),
    advanceMergeQueue: (input) => advanceMergeQueue(given, input),
    notify: given.notify,
  });
  const vitals = keepVitals(deps);
  deps.vitals = vitals;
  const running: { stop(): Promise<void> }[] = [vitals, deps.commands];
  const work: { current: Reconciler | null } = { current: null };
  const inngest = deps.inngest
    ? await connectInngest(deps, {
        wake(text) {
          const key = parseKey(text);
          if (key !== null) work.current?.wake(formatKey(key));
        },
        sweep: async () => work.current?.sweep(),
      })
    : null;
  if (inngest === null) await forgetInngest(deps);
  else running.push(inngest);
  return {
    home,
    log,
    deps,
    bindPorts,
    mounts: inngest === null ? [] : [inngest.mount],
    /** Begins to act. Agents that it starts call back, so the server must be listening. */
    async startWork({ onCharge }: { onCharge(): void }): Promise<void> {
      starter.start();
      const reconciler = await startReconciler(deps, {
        serverUrl: config.url,
        holder: nameHolder(),
        bindPorts,
        onCharge,
        sweepMs: faults.sweepMs,
        hears: () => !faults.isDeaf(),
      });
      deps.reconciler.current = reconciler;
      work.current = reconciler;
      running.push(
        reconciler,
        { stop: startTranscriptTail(deps) },
        startNotifications(deps),
        startForgeSync(deps),
      );
    },
    async close(): Promise<void> {
      await Promise.allSettled(running.map((part) => part.stop()));
      starter.stop();
      await store.close();
    },
  };
}
