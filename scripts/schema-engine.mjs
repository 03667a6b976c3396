#!/usr/bin/env node
// Prisma's CLI drives a native program, `schema-engine`, that it downloads on first use. This one takes its place
// (PRISMA_SCHEMA_ENGINE_BINARY in prisma.config.ts): the same line-by-line JSON-RPC on stdio, answered by the wasm build
// of that engine, which npm installs. So `prisma generate` and `prisma migrate` work offline and on every platform.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';

const require = createRequire(import.meta.url);

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datamodels: { type: 'string', multiple: true },
    datasource: { type: 'string' },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean' },
  },
});
const url = options.datasource ? JSON.parse(options.datasource).url : ':memory:';
const databaseFile = url.replace(/^file:/, '');
const wasmFolder = path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));

if (options.version) console.log(`schema-engine-cli ${engineVersion()}`);
else if (words[0] === 'cli') process.exitCode = answerDatabaseCommand(words[1]);
else await serve();

function engineVersion() {
  return JSON.parse(readFileSync(path.join(wasmFolder, 'package.json'), 'utf8')).version;
}

/** The two questions that the CLI asks in a run of their own, before it opens a conversation. */
function answerDatabaseCommand(command) {
  if (command === 'can-connect-to-database') {
    if (existsSync(databaseFile)) return 0;
    const fields = { error_code: 'P1003', message: `Database ${databaseFile} does not exist` };
    process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}`);
    return 1;
  }
  if (command === 'create-database') {
    mkdirSync(path.dirname(path.resolve(databaseFile)), { recursive: true });
    new (require('better-sqlite3'))(databaseFile).close();
    return 0;
  }
  process.stderr.write(`schema-engine: unknown command ${command}\n`);
  return 1;
}

async function serve() {
  await loadWasm();
  const connections = openConnections();
  let engine = await newEngine(connections.factory);

  const close = async () => {
    await connections.close();
    process.exit(0);
  };
  process.on('SIGTERM', close); // how the CLI ends the conversation

  const methods = {
    createDatabase: () => ({ databaseName: databaseFile }),
    getDatabaseVersion: (params) => engine.version(params),
    // The wasm engine empties the tables but leaves them behind, so a reset starts from no file at all.
    reset: async () => {
      await connections.close();
      for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(databaseFile + suffix, { force: true });
      engine = await newEngine(connections.factory);
    },
    // The native engine prints the difference itself; the CLI expects that and ignores the text in the answer.
    diff: async (params) => {
      const result = await engine.diff(params);
      if (result.stdout) send({ id: 0, method: 'print', params: { content: result.stdout } });
      return { ...result, stdout: null };
    },
  };

  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = line.trim() ? JSON.parse(line) : {};
    if (!method) continue; // an empty line, or the CLI's thanks for a "print"
    try {
      const run = methods[method] ?? ((input) => callEngine(engine, method, input));
      send({ id, result: (await run(params)) ?? null });
    } catch (error) {
      send({ id, error: describe(error, connections.factory) });
    }
  }
  await close();
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** On a database that has no migrations table yet, the wasm engine fails instead of calling it "not initialised". */
async function callEngine(engine, method, params) {
  try {
    return await engine[method](params);
  } catch (error) {
    const tableMissing = error?.code === 'P1014' && String(error.message).includes('_prisma_migrations');
    if (!tableMissing || !params?.migrationsList) throw error;
    // Applying an empty list creates the table and nothing else.
    const migrationsList = { ...params.migrationsList, migrationDirectories: [] };
    await engine.applyMigrations({ migrationsList, filters: params.filters });
    return engine[method](params);
  }
}

/** An error thrown by the adapter crosses the wasm border as a number; the registry still holds the real one. */
function describe(error, factory) {
  const text = String(error?.message ?? error);
  const reference = /External error id#(\d+)/.exec(text);
  const cause = reference && factory.errorRegistry.consumeError(Number(reference[1]))?.error;
  const message = cause ? text.replace(reference[0], cause.stack ?? String(cause)) : text;
  const data = { is_panic: false, message, meta: error?.meta ?? null, error_code: error?.code ?? '' };
  return { code: 4466, message, data };
}

async function loadWasm() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    message: '',
    set_message(message) {
      this.message = message;
    },
  };
  const bytes = readFileSync(path.join(wasmFolder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': wasm });
  wasm.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

function newEngine(factory) {
  const datamodels = options.datamodels?.map((file) => [file, readFileSync(file, 'utf8')]);
  const ignoreLogs = () => {};
  return wasm.SchemaEngine.new({ datamodels }, ignoreLogs, factory);
}

function openConnections() {
  const sqlite = new PrismaBetterSqlite3({ url });
  const open = new Set();

  // The engine sends a whole migration file as one query, and better-sqlite3 prepares one statement at a time.
  const track = async (connecting) => {
    const adapter = await connecting;
    const executeOne = adapter.executeRaw.bind(adapter);
    adapter.executeRaw = async (query) => {
      if (query.args.length > 0) return executeOne(query);
      await adapter.executeScript(query.sql);
      return 0;
    };
    open.add(adapter);
    return adapter;
  };

  return {
    factory: bindMigrationAwareSqlAdapterFactory({
      provider: sqlite.provider,
      adapterName: sqlite.adapterName,
      connect: () => track(sqlite.connect()),
      connectToShadowDb: () => track(sqlite.connectToShadowDb()),
    }),
    async close() {
      // One that the engine has closed already refuses to be closed again.
      await Promise.allSettled([...open].map((adapter) => adapter.dispose()));
      open.clear();
    },
  };
}
