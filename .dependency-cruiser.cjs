// The direction of design §3 as rules:
// shared ← domain ← {resource_accessors, clients} ← {agents, services, …} ← {inngest, trpc, routers} ← compose ← server.
// tests/integration/house/layers.test.ts plants a violation of each rule, so a rule that stops seeing is noticed.

const backend = (...folders) => folders.map((folder) => `^src/backend/${folder}/`);
const npm = (...packages) => packages.map((name) => `(?:^|/)node_modules/${name}/`);
const UNIT_TESTS = '\\.test\\.tsx?$';
const GENERATED = '^src/backend/resource_accessors/generated/';

const SHARED = '^src/shared/';
const DOMAIN = backend('domain');
const ACCESSORS = backend('resource_accessors');
const CLIENTS = backend('clients');
const WORK = backend('agents', 'services', 'workflows', 'pipelines', 'coordinator');
const TRANSPORTS = backend('inngest', 'trpc', 'routers');
const COMPOSE = '^src/backend/compose\\.ts$';
const ENTRIES = ['^src/server\\.ts$', '^src/cli/'];
const TRPC_ROOT = '^src/backend/trpc/root\\.ts$';
// Started by an agent's CLI as programs of their own: they share contracts with the server, never its code.
const PROGRAMS = [
  '^src/backend/agents/providers/practice/program/',
  '^src/backend/agents/providers/claude/hook\\.ts$',
];

/** Of our own files, `from` may import only itself and `allowed`. */
const layer = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: from === PROGRAMS ? UNIT_TESTS : [UNIT_TESTS, ...PROGRAMS] },
  to: { path: '^(?:src|tests|scripts)/', pathNot: [...[from].flat(), ...allowed.flat()] },
});

/** Only `owners` may import `to`. */
const onlyFor = (name, comment, owners, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: [UNIT_TESTS, ...owners] },
  to,
});

module.exports = {
  forbidden: [
    layer('shared-imports-nothing', 'shared/ is read by both sides and knows neither.', SHARED, []),
    layer('domain-imports-shared', 'domain/ decides; it reaches nothing that can act.', DOMAIN, [SHARED]),
    layer('accessors-import-domain', 'An accessor stores; it starts no work.', ACCESSORS, [SHARED, DOMAIN]),
    layer('clients-import-domain', 'A client drives one outside program and knows no rows.', CLIENTS, [
      SHARED,
      DOMAIN,
    ]),
    layer('services-import-downward', 'A use case knows no transport.', WORK, [
      SHARED,
      DOMAIN,
      ACCESSORS,
      CLIENTS,
    ]),
    layer('transports-import-downward', 'A transport unpacks, calls one use case, returns.', TRANSPORTS, [
      SHARED,
      DOMAIN,
      ACCESSORS,
      CLIENTS,
      WORK,
    ]),
    layer(
      'compose-imports-backend',
      'compose.ts builds the backend; pages and entries are above it.',
      COMPOSE,
      ['^src/backend/', SHARED],
    ),
    layer(
      'entries-import-backend',
      'An entry starts what compose.ts built; Next renders the pages.',
      ENTRIES,
      ['^src/backend/', SHARED],
    ),
    layer('programs-import-shared', 'A program run by an agent stands alone.', PROGRAMS, [SHARED]),
    layer('pages-import-frontend', 'A page composes; it never reaches the backend.', '^src/app/', [
      '^src/frontend/',
      SHARED,
    ]),
    layer(
      'frontend-imports-shared',
      'Of the backend the frontend sees the tRPC root only.',
      '^src/frontend/',
      [SHARED, TRPC_ROOT],
    ),
    {
      name: 'frontend-imports-trpc-as-type',
      comment: 'Only the type of the tRPC root: its code would bring the database into the browser.',
      severity: 'error',
      from: { path: '^src/(?:app|frontend)/', pathNot: UNIT_TESTS },
      to: { path: TRPC_ROOT, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'programs-use-few-packages',
      comment: 'They are bundled whole and must start fast.',
      severity: 'error',
      from: { path: PROGRAMS, pathNot: UNIT_TESTS },
      to: { path: npm('[^/]+'), pathNot: npm('@modelcontextprotocol', 'zod') },
    },
    {
      name: 'programs-are-not-imported',
      comment: 'The server starts them as processes.',
      severity: 'error',
      from: { path: '^src/', pathNot: [UNIT_TESTS, ...PROGRAMS] },
      to: { path: PROGRAMS },
    },
    {
      name: 'known-layer',
      comment: 'A new folder needs a place in the direction above, so that it is checked at all.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          SHARED,
          DOMAIN,
          ACCESSORS,
          CLIENTS,
          WORK,
          TRANSPORTS,
          COMPOSE,
          ENTRIES,
          '^src/app/',
          '^src/frontend/',
          UNIT_TESTS,
        ].flat(),
      },
      to: {},
    },
    onlyFor(
      'only-accessors-use-the-database',
      'One writer per model, all of them in resource_accessors/.',
      ACCESSORS,
      {
        path: [GENERATED, ...npm('@prisma', '\\.prisma', 'prisma', 'better-sqlite3')],
      },
    ),
    onlyFor(
      'only-clients-use-processes-and-network',
      'Whatever can hang, fail or be killed sits behind a client.',
      [...CLIENTS, ...PROGRAMS],
      { path: ['^(?:node:)?child_process$', ...npm('execa', 'node-pty', '@octokit')] },
    ),
    {
      name: 'shared-and-domain-are-pure',
      comment: 'No clock, disk or process: their tests need no set-up, and shared/ also runs in the browser.',
      severity: 'error',
      from: { path: [SHARED, ...DOMAIN], pathNot: UNIT_TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: UNIT_TESTS },
      to: { path: [UNIT_TESTS, '^tests/', ...npm('vitest', 'fast-check')] },
    },
    {
      name: 'no-circular',
      comment:
        'Types that name each other are one thing said in two files; code that does cannot be loaded in order.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that the checker cannot follow is one that it cannot judge.',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Type-only imports count: a type from above is knowledge of what is above.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['(?:^|/)node_modules/', GENERATED] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
