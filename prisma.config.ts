import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Prisma's CLI downloads a native schema engine unless this names one. Ours speaks the same protocol on the
// wasm build that npm already installed, so the CLI works offline.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.resolve('scripts/schema-engine.mjs');

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'file:./.setup/dev.db' },
});
