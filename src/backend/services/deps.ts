import type { Logger } from 'pino';
import type { ToolEntry } from '@/backend/agents/prompt/tool_entry';
import type { Provider } from '@/backend/agents/providers/provider';
import type { GitClient } from '@/backend/clients/git/git_client';
import type { GithubClient } from '@/backend/clients/github/github_client';
import type { HomePaths } from '@/backend/clients/home/read_config';
import type { Notifier } from '@/backend/clients/notifier/notifier';
import type { Run } from '@/backend/clients/process/run';
import type { TmuxClient } from '@/backend/clients/tmux/tmux_client';
import type { Store, Tx } from '@/backend/resource_accessors/store/store';
import type { ProviderName, Role } from '@/shared/agent';
import type { NotificationChannel } from '@/shared/notification';
import type { Vital } from '@/shared/system';
import type { Commands } from './command/keep_commands';
import type { ReconcilerHandle } from './reconciler/handle';
import type { Fact } from './reconciler/ports';

/** What use cases are given. Each one asks for the few it needs: `Pick<Deps, 'store' | 'git'>`. */
export type Deps = {
  store: Store;
  git: GitClient;
  tmux: TmuxClient;
  github: GithubClient;
  providers: Readonly<Record<ProviderName, Provider>>;
  /** What an agent of a role may call: for its prompt, its allow list, and to know when it is ready. */
  toolCatalog: (role: Role) => readonly ToolEntry[];
  /** The address that agents' tools and hooks call. */
  serverUrl: string;
  /** Where this program is installed: prompts, migrations, built programs. */
  rootDir: string;
  home: HomePaths;
  run: Run;
  /** The commands of projects that this process runs. */
  commands: Commands;
  /** Tells a person, once, when the transaction commits. */
  notify: (tx: Tx, fact: Fact) => Promise<void>;
  /** The ways to reach a person outside the browser. */
  notifiers: Readonly<Record<NotificationChannel, Notifier>>;
  clock: () => Date;
  newId: () => string;
  log: Logger;
  /** Filled once the reconciler has been started; stays empty in a process that runs none. */
  reconciler?: { current: ReconcilerHandle | null };
  /** Whether Inngest is asked to trigger too. */
  inngest?: boolean;
  /** The last hour of the reconciler, in a process that keeps it. */
  vitals?: { read(): readonly Vital[] };
};
