import type { ProviderHealth } from '@/backend/agents/providers/provider';
import { messageOf } from '@/backend/domain/errors';
import type { ProviderName } from '@/shared/agent';
import type { Deps } from '../deps';

export type CheckedProvider = ProviderHealth & {
  name: ProviderName;
  title: string;
  models: readonly string[];
};

/** Looks at every agent program. One that cannot even be asked is reported like one that is missing. */
export function checkProviders(
  deps: Pick<Deps, 'log'> & Partial<Pick<Deps, 'providers'>>,
): Promise<CheckedProvider[]> {
  return Promise.all(
    Object.values(deps.providers ?? {}).map(async ({ name, title, models, checkHealth }) => {
      const health = await checkHealth().catch(
        (error: unknown): ProviderHealth => ({
          found: false,
          path: null,
          version: null,
          loggedIn: null,
          message: `It could not be asked: ${messageOf(error)}.`,
          next: 'Run its program once in a terminal to see what is wrong.',
        }),
      );
      return { name, title, models, ...health };
    }),
  );
}
