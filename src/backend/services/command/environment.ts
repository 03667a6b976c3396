/** What a project's command has in its environment otherwise than this server. */
export const ENVIRONMENT = {
  // Of this server, and wrong for the project's own programs.
  NODE_ENV: undefined,
  NODE_OPTIONS: undefined,
  PORT: undefined,
  FACTORY_HOME: undefined,
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_INDEX_FILE: undefined,
  // What the server acts with. The command runs code that agents wrote, and the end of what it prints goes into mail
  // and prompts. The rest of the environment is the owner's, as their tests may need it.
  GITHUB_TOKEN: undefined,
  GH_TOKEN: undefined,
  ANTHROPIC_API_KEY: undefined,
  ANTHROPIC_AUTH_TOKEN: undefined,
  ANTHROPIC_CUSTOM_HEADERS: undefined,
  CLAUDE_CODE_OAUTH_TOKEN: undefined,
  INNGEST_EVENT_KEY: undefined,
  INNGEST_SIGNING_KEY: undefined,
  CI: 'true',
} as const;
