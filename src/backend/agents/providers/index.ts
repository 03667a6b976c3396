import type { Run } from '@/backend/clients/process/run';
import type { ProviderName } from '@/shared/agent';
import { createClaudeProvider } from './claude/create_claude_provider';
import { createPracticeProvider } from './practice/create_practice_provider';
import type { Provider } from './provider';

export type ProviderInput = {
  run: Run;
  rootDir: string;
  env: Readonly<Record<string, string | undefined>>;
  clock: () => Date;
};

/** Every agent program we can run. A new one is a folder beside this file and a line here. */
export function createProviders(input: ProviderInput): Record<ProviderName, Provider> {
  return {
    claude: createClaudeProvider(input),
    practice: createPracticeProvider(input),
  };
}
