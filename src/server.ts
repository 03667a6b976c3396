import type { Server } from 'node:http';
import type { Home } from './backend/clients/home/open_home';
import type { Config } from './backend/clients/home/read_config';
import { readConfig } from './backend/clients/home/read_config';
import { openBrowser } from './backend/clients/process/open_browser';
import { run } from './backend/clients/process/run';
import { compose } from './backend/compose';
import { FactoryError, toFactoryError } from './backend/domain/errors';
import { exportMount } from './backend/routers/export/export_mount';
import { healthMount } from './backend/routers/health/health_mount';
import { hooksMount } from './backend/routers/hooks/hooks_mount';
import { mcpMount } from './backend/routers/mcp/mcp_mount';
import { metricsMount } from './backend/routers/metrics/metrics_mount';
import { terminalUpgrade } from './backend/routers/terminal/terminal_upgrade';
import { createListener } from './backend/routers/web/create_listener';
import { createWebServer } from './backend/routers/web/create_web_server';
import { describeStop } from './backend/services/orchestrator/describe_stop';
import { type Charge, readCharge } from './backend/services/orchestrator/read_charge';
import { trpcMount } from './backend/trpc/trpc_mount';

const STOP_WITHIN_MS = 1500;

/** Compose, listen, and shut down cleanly. Agents live in tmux and go on without us. */
async function main(): Promise<void> {
  const config = readConfig({ env: process.env, argv: process.argv.slice(2) });
  const system = await compose(config);
  const pages = config.role === 'daemon' ? null : await preparePages(config);
  const { deps } = system;
  const terminal = terminalUpgrade(deps);
  const forPeople = [trpcMount(deps), metricsMount(deps), exportMount(deps)];
  const listener = createListener({
    port: config.port,
    dev: config.dev,
    home: system.home,
    clock: deps.clock,
    mounts: [
      healthMount(config),
      mcpMount(deps),
      hooksMount(deps),
      ...system.mounts,
      ...(config.role === 'daemon' ? [] : forPeople),
    ],
    upgrades: config.role === 'daemon' ? [] : [terminal],
    pages,
    onError: (error, req) =>
      system.log.error({ err: error, url: req.url?.split('?')[0] }, 'a request failed'),
  });
  const server = createWebServer(listener);
  await listen(server, config.port);
  stopOnSignal(server, async () => {
    await terminal.close();
    try {
      await sayGoodbye(deps);
    } finally {
      await system.close();
    }
  });
  // The command line goes to whoever is in charge; a server that only looks on leaves its address alone.
  const remember = () => system.home.rememberUrl(config.url);
  if (config.role === 'web') remember();
  else await system.startWork({ onCharge: config.role === 'all' ? remember : () => {} });
  announce(config, system.home, await readCharge(deps));
}

async function preparePages(config: Config) {
  const { default: next } = await import('next');
  const app = next({ dev: config.dev, dir: config.rootDir, hostname: '127.0.0.1', port: config.port });
  await (config.dev ? app.prepare() : quietly(() => app.prepare()));
  return app.getRequestHandler();
}

/** How long Next took to read its own file is news for nobody. Its warnings and errors go another way. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new FactoryError(
              'BUSY',
              `Port ${port} is taken by another program, perhaps by a Factory Factory that runs already.`,
              `Open http://127.0.0.1:${port} to see, stop that program, or start with another one: PORT=${port + 1} npm start`,
              { cause: error },
            )
          : error,
      );
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    server.close();
    server.closeAllConnections();
    void close().finally(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce(config: Config, home: Home, charge: Charge): void {
  const link = `${config.url}/?token=${home.currentToken()}`;
  const daemon = config.role === 'daemon';
  const lines = [`Factory Factory ${config.version} ${daemon ? 'daemon ' : ''}is ready on ${config.url}`];
  if (!daemon) lines.push(`Open ${link}`);
  if (charge.state === 'looks_on') {
    lines.push(
      `It only looks on: another server on ${home.paths.dir} is in charge (${charge.holder}). Use that one, or stop it and this one takes over.`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  if (config.openBrowser && !daemon) void openBrowser({ run }, link);
}

async function sayGoodbye(deps: Parameters<typeof describeStop>[0]): Promise<void> {
  const words = await describeStop(deps);
  // Whoever read our output may be gone already.
  process.stdout.on('error', () => {});
  if (words !== null) process.stdout.write(`${words}\n`);
}

main().catch((thrown: unknown) => {
  const error = toFactoryError(thrown);
  process.stderr.write(`Factory Factory could not start. ${error.sentence}\n`);
  process.exit(1);
});
