/** Carried by every process of a session, so that one that left its terminal can still be told to be ours. */
export const MARKER_VARIABLE = 'FACTORY_SESSION';

/**
 * What an agent gets from the environment of our server. A list, because the rest of that environment (tokens,
 * settings of the shell it was started from, an outer agent's variables) is nobody's business.
 */
const NAMES = [
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'PATH',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_COLLATE',
  'LC_MESSAGES',
  'LC_NUMERIC',
  'LC_TIME',
  'TZ',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
  'GNUPGHOME',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  'NVM_DIR',
  'VOLTA_HOME',
  'FNM_DIR',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
  'PNPM_HOME',
  'BUN_INSTALL',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'JAVA_HOME',
  'ANDROID_HOME',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'NIX_PATH',
  'NIX_SSL_CERT_FILE',
] as const;

export function chooseEnvironment(source: Readonly<Record<string, string | undefined>>): {
  env: Record<string, string>;
  absent: string[];
} {
  const env: Record<string, string> = {};
  const absent: string[] = [];
  for (const name of NAMES) {
    const value = source[name];
    if (value === undefined) absent.push(name);
    else env[name] = value;
  }
  return { env, absent };
}

/** As `run` wants it: everything that our own process has and that was not chosen is taken away. */
export function nothingBut(env: Record<string, string>): Record<string, string | undefined> {
  const away = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
  return { ...away, ...env };
}
