import type { ClaudeContext } from './claude_context';

type Env = ClaudeContext['env'];

/** How the owner of this machine has chosen to reach a model. What an outer Claude Code sets for its own children is not here. */
const SIGN_IN = [
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_BEDROCK_BASE_URL',
  'ANTHROPIC_VERTEX_BASE_URL',
  'ANTHROPIC_VERTEX_PROJECT_ID',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
  'CLAUDE_CODE_MAX_RETRIES',
  'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  'CLAUDE_CONFIG_DIR',
  'MAX_THINKING_TOKENS',
  'BASH_DEFAULT_TIMEOUT_MS',
  'BASH_MAX_TIMEOUT_MS',
] as const;

const CLOUDS = [
  { chosenBy: 'CLAUDE_CODE_USE_BEDROCK', prefix: /^AWS_/ },
  { chosenBy: 'CLAUDE_CODE_USE_VERTEX', prefix: /^(?:GOOGLE_|CLOUD_ML_|VERTEX_REGION_)/ },
  { chosenBy: 'CLAUDE_CODE_USE_FOUNDRY', prefix: /^(?:ANTHROPIC_FOUNDRY_|AZURE_)/ },
] as const;

/** Where the key is kept for the helper of the settings file: under this name it raises no question on the screen. */
export const KEY_VARIABLE = 'FACTORY_ANTHROPIC_API_KEY';

/** The environment of the session, beside the base that every agent gets. */
export function chooseEnv(env: Env, apiKey: ApiKeyUse): Record<string, string> {
  const clouds = CLOUDS.filter(({ chosenBy }) => env[chosenBy] !== undefined);
  const chosen = Object.entries(env).filter(
    ([name]) => SIGN_IN.some((known) => known === name) || clouds.some(({ prefix }) => prefix.test(name)),
  );
  return {
    ...Object.fromEntries(chosen.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    ...apiKeyEnv(env, apiKey),
    // The program must not be replaced under an agent's feet, nor a survey take the keys meant for the prompt.
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY: '1',
    // After eight messages handed over at the end of one turn it would end the turn, and the ninth would be lost.
    CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0',
    // Gone on with after a night, it would ask on the screen whether a summary will do.
    CLAUDE_CODE_RESUME_TOKEN_THRESHOLD: '1000000000',
    // All tools of an agent go out with the first request: a search for them would cost a turn.
    ENABLE_TOOL_SEARCH: 'false',
    // Claude Code refuses to skip permissions as root unless it is told that this is meant.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: '1' } : {}),
  };
}

/** none: no key, or its owner has refused it. plain: approved by its owner. helper: never asked about. */
export type ApiKeyUse = 'none' | 'plain' | 'helper';

/** Claude Code asks once whether a key in the environment is to be used, and remembers its last 20 characters. */
export function decideApiKey(
  env: Env,
  answers: { approved?: readonly string[]; rejected?: readonly string[] },
): ApiKeyUse {
  const key = env.ANTHROPIC_API_KEY;
  if (key === undefined || key === '') return 'none';
  const remembered = key.slice(-20);
  if (answers.approved?.includes(remembered)) return 'plain';
  return answers.rejected?.includes(remembered) ? 'none' : 'helper';
}

function apiKeyEnv(env: Env, use: ApiKeyUse): Record<string, string> {
  const key = env.ANTHROPIC_API_KEY;
  if (key === undefined || use === 'none') return {};
  return use === 'plain' ? { ANTHROPIC_API_KEY: key } : { [KEY_VARIABLE]: key };
}
