import { z } from 'zod';
import type { ProviderHealth } from '../provider';
import type { ClaudeContext } from './claude_context';
import { findBinary, INSTALL, WHO_WAITS, wordFor } from './find_binary';

/** `word` runs it in a terminal of the user. */
export function howToSignIn(word: string): string {
  return `Run "${word}" in a terminal and sign in (or set ANTHROPIC_API_KEY). ${WHO_WAITS}`;
}

const AuthStatus = z.looseObject({
  loggedIn: z.boolean(),
  authMethod: z.string().optional(),
  email: z.string().nullish(),
  subscriptionType: z.string().nullish(),
});

const TIMEOUT_MS = 20_000;

export async function checkHealth(context: ClaudeContext): Promise<ProviderHealth> {
  const path = await findBinary(context);
  if (path === null) {
    const message = 'Claude Code is not installed on this machine.';
    return { found: false, path, version: null, loggedIn: null, message, next: INSTALL };
  }
  const [version, login] = await Promise.all([readVersion(context, path), readLogin(context, path)]);
  if (version === null) {
    const next = `Run "${wordFor(context, path)} --version" in a terminal to see why, or install it again.`;
    const message = `Claude Code is installed at ${path}, but it does not start.`;
    return { found: true, path, version, loggedIn: null, message, next };
  }
  if (login?.loggedIn === false) {
    const message = `Claude Code ${version} is installed, but nobody is signed in.`;
    return {
      found: true,
      path,
      version,
      loggedIn: false,
      message,
      next: howToSignIn(wordFor(context, path)),
    };
  }
  const how = login === null ? 'its sign-in could not be checked' : `signed in${describe(login)}`;
  const message = `Claude Code ${version}, ${how}.`;
  return { found: true, path, version, loggedIn: login?.loggedIn ?? null, message, next: '' };
}

/** Null where this version cannot say. It asks nobody: what is stored on this machine is looked at. */
export async function readLogin(context: ClaudeContext, binary: string) {
  const printed = await context.run(binary, ['auth', 'status'], {
    env: onlyGiven(context.env),
    timeoutMs: TIMEOUT_MS,
  });
  try {
    return AuthStatus.parse(JSON.parse(printed.stdout));
  } catch {
    return null;
  }
}

async function readVersion(context: ClaudeContext, binary: string): Promise<string | null> {
  const printed = await context.run(binary, ['--version'], {
    env: onlyGiven(context.env),
    timeoutMs: TIMEOUT_MS,
  });
  return printed.code === 0 ? (/\d+\.\d+\.\d+\S*/.exec(printed.stdout)?.[0] ?? null) : null;
}

function describe(login: z.infer<typeof AuthStatus>): string {
  const words = [login.email, login.subscriptionType ?? login.authMethod].filter((word) => word);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** `run` adds to our own environment; an agent is looked at with the one it will be given. */
function onlyGiven(env: ClaudeContext['env']): Record<string, string | undefined> {
  const away = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  return { ...away, ...env, CLAUDECODE: undefined, CLAUDE_CODE_ENTRYPOINT: undefined };
}
