import { existsSync, readFileSync } from 'node:fs';
import { type Config, readConfig } from '@/backend/clients/home/read_config';

/** The configuration, with the address at which this home's server was last started unless PORT names another. */
export function readConfigOfServer(env: NodeJS.ProcessEnv = process.env): Config {
  const config = readConfig({ env, argv: [] });
  if ((env.PORT ?? '') !== '' || !existsSync(config.home.url)) return config;
  return { ...config, url: readFileSync(config.home.url, 'utf8').trim() };
}
