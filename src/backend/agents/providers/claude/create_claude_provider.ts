import type { Run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';
import type { Provider } from '../provider';
import { acceptTrust, readUserConfig } from './accept_trust';
import { buildLaunch } from './build_launch';
import { checkHealth, howToSignIn, readLogin } from './check_health';
import { decideApiKey } from './choose_env';
import type { ClaudeContext } from './claude_context';
import { configFile } from './config_paths';
import { diagnose } from './diagnose';
import { requireBinary, wordFor } from './find_binary';
import { clearEmptyTranscript, hasConversation, helperTranscripts, transcriptPath } from './find_transcript';
import { readHook } from './read_hook';
import { readLine } from './read_line';
import { readTranscript } from './read_transcript';
import { writeHookAnswer } from './write_hook_answer';

/** A sign-in that was there a minute ago is not looked for again before each of many starts. */
const LOGIN_TRUSTED_MS = 60_000;

/** Claude Code in its own interactive form: the owner's sign-in, our settings, tools and hooks. */
export function createClaudeProvider(options: {
  run: Run;
  rootDir: string;
  env: Readonly<Record<string, string | undefined>>;
  clock?: () => Date;
}): Provider {
  const claude: ClaudeContext = { ...options, clock: options.clock ?? (() => new Date()) };
  let loggedInUntil = 0;

  const requireLogin = async (binary: string) => {
    if (claude.clock().getTime() < loggedInUntil) return;
    const login = await readLogin(claude, binary);
    if (login?.loggedIn === false) {
      throw new FactoryError(
        'NOT_LOGGED_IN',
        'Claude Code is not signed in on this machine.',
        howToSignIn(wordFor(claude, binary)),
      );
    }
    loggedInUntil = claude.clock().getTime() + LOGIN_TRUSTED_MS;
  };

  return {
    name: 'claude',
    title: 'Claude Code',
    models: ['opus', 'sonnet', 'haiku'],
    checkHealth: () => checkHealth(claude),
    async prepare(context) {
      await requireLogin(await requireBinary(claude));
      await acceptTrust(configFile(claude.env), context.worktree);
      await clearEmptyTranscript(claude.env, context);
    },
    canResume: (context) => hasConversation(claude.env, context),
    async launch(context) {
      const binary = await requireBinary(claude);
      const config = await readUserConfig(configFile(claude.env));
      const apiKey = decideApiKey(claude.env, config.customApiKeyResponses ?? {});
      // What is on disk decides: with the wrong one of the two Claude Code ends at once, time after time.
      const resume = await hasConversation(claude.env, context);
      return buildLaunch(claude, { ...context, resume }, { binary, apiKey });
    },
    transcriptPath: (context) => transcriptPath(claude.env, context),
    helperTranscripts,
    readTranscript,
    readHook: (event, body) => readHook(event, body, claude.clock()),
    writeHookAnswer,
    readLine,
    setAsideKey: 'C-s',
    leaveMenuKey: 'Escape',
    drawsWhileBusy: true,
    pasteSettlesMs: 300,
    diagnose: (death) => diagnose(death, claude.clock()),
  };
}
