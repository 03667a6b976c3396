import { existsSync } from 'node:fs';
import { compose } from '@/backend/compose';
import { FactoryError } from '@/backend/domain/errors';
import { readConfigOfServer } from './read_config_of_server';

export type Factory = Awaited<ReturnType<typeof compose>> & { config: ReturnType<typeof readConfigOfServer> };

/**
 * The database of a home that exists. Writing a row is all it takes: a server that runs follows the event table,
 * one that does not finds the row when it starts.
 */
export async function withFactory<T>(work: (factory: Factory) => Promise<T>): Promise<T> {
  const config = readConfigOfServer();
  if (!existsSync(config.home.database)) {
    throw new FactoryError(
      'NOT_FOUND',
      `There is no data in ${config.home.dir} yet.`,
      'Run npm start first, or set FACTORY_HOME to where the data is.',
    );
  }
  const system = await compose(config);
  try {
    return await work({ ...system, config });
  } finally {
    await system.close();
  }
}

/** Null when no server answers there. */
export async function readServerVersion(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) });
    const health: unknown = await response.json();
    return typeof health === 'object' && health !== null && 'version' in health
      ? String(health.version)
      : null;
  } catch {
    return null;
  }
}
